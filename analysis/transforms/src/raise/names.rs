//! What variables of raised loops are called as indices.

use crate::for_loop::value_of_variable;
use crate::rewrite::{FreshNames, Leaves};
use ir::types::Type;
use ir::{Ir, OpId, value_name};
use polyhedral::dependence::affine_form::Leaf;
use rustc_hash::FxHashMap;

/// The names of variables that count in another type.
pub(super) struct Names<'a> {
    ir: &'a Ir,
    fresh: FxHashMap<(OpId, usize), String>,
}

impl<'a> Names<'a> {
    /// Of the variables of these loops.
    pub(super) fn of(ir: &'a Ir, loops: impl Iterator<Item = OpId>) -> Self {
        let (mut found, mut fresh) = (FxHashMap::default(), None);
        for op in loops {
            for dim in 0..ir.loop_dims(op) {
                let Some(variable) = value_of_variable(ir, op, dim) else { continue };
                if ir.values[variable].ty != Type::Index {
                    let fresh = fresh.get_or_insert_with(|| FreshNames::of(ir));
                    found.insert((op, dim), fresh.like(&value_name(ir, variable)));
                }
            }
        }
        Self { ir, fresh: found }
    }

    pub(super) fn of_variable(&self, op: OpId, dim: usize) -> String {
        let own =
            || value_of_variable(self.ir, op, dim).map_or_else(String::new, |it| value_name(self.ir, it));
        self.fresh.get(&(op, dim)).cloned().unwrap_or_else(own)
    }

    /// What expressions over these leaves are written over.
    pub(super) fn leaves(&self, leaves: &[Leaf]) -> Leaves {
        let mut named = Leaves::default();
        for leaf in leaves {
            match *leaf {
                Leaf::Variable(op, dim) => named.dim(&self.of_variable(op, dim)),
                Leaf::Value(value) => named.symbol(&value_name(self.ir, value)),
            };
        }
        named
    }
}
