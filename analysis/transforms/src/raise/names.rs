//! The names of the variables of raised loops.

use super::expressions::is_narrow;

use crate::pending_edits::PendingEdits;
use crate::rewrite::Leaves;
use ir::types::Type;
use ir::{Ir, OpId, ValueId, value_name};
use polyhedral::dependence::affine_form::Leaf;
use rustc_hash::FxHashMap;
use syntax::TextSize;

pub(super) struct LoopNames<'a> {
    ir: &'a Ir,
    /// Of loops that count in another type than `index`, or not their iterations.
    fresh: FxHashMap<(OpId, usize), String>,
    /// Of values of other integer types as indices.
    casts: Vec<(ValueId, String)>,
    /// Of results that are computed after their loop.
    results: FxHashMap<ValueId, String>,
}

impl<'a> LoopNames<'a> {
    /// Of loops by the numbers of their dimensions that count otherwise than before, and of results.
    pub(super) fn of(
        edits: &mut PendingEdits<'_, 'a>,
        variables: impl Iterator<Item = (OpId, usize)>,
        leaves: impl Iterator<Item = Leaf>,
        results: impl Iterator<Item = ValueId>,
    ) -> Self {
        let (ir, mut found) = (edits.source.ir, FxHashMap::default());
        for (op, dim) in variables {
            if let Some(variable) = ir.induction_variable(op, dim) {
                found.insert((op, dim), edits.fresh().like(&value_name(ir, variable)));
            }
        }
        let mut casts: Vec<(ValueId, String)> = Vec::new();
        for leaf in leaves {
            if let Leaf::Value(value) = leaf
                && is_narrow(ir, value)
                && !casts.iter().any(|it| it.0 == value)
            {
                casts.push((value, edits.fresh().like(&value_name(ir, value))));
            }
        }
        let results = results.map(|it| (it, edits.fresh().like(&ir.values[it].name))).collect();
        Self { ir, fresh: found, casts, results }
    }

    /// The name that a value has when all is written.
    pub(super) fn of_value(&self, value: ValueId) -> String {
        self.results.get(&value).cloned().unwrap_or_else(|| value_name(self.ir, value))
    }

    /// Casts values of other integer types where they are defined.
    pub(super) fn write_casts(&self, edits: &mut PendingEdits<'_, '_>) -> Option<()> {
        let (ir, source) = (self.ir, edits.source);
        let line_break = source.line_break();
        // The first written comes last.
        for (value, name) in self.casts.iter().rev() {
            let data = &ir.values[*value];
            let definition =
                format!("{name} = arith.index_cast {} : {} to index", self.of_value(*value), data.ty);
            match (ir.defining_op(*value), ir.entry_argument_of(*value)) {
                (Some(op), _) => {
                    let range = ir.ops[op].pointer.range;
                    let indentation = source.indentation(range);
                    edits.insert_first(
                        source.line_end(range),
                        format!("{indentation}{definition}{line_break}"),
                    );
                }
                (None, Some((op, _))) => {
                    let at = source.regions(op).first()?.start() + TextSize::of(&*source.opening(op));
                    let indentation = source.inner_indentation(op);
                    edits.insert_first(at, format!("{line_break}{indentation}{definition}"));
                }
                (None, None) => return None,
            }
        }
        Some(())
    }

    /// The name of the loop's counter.
    pub(super) fn of_variable(&self, op: OpId, dim: usize) -> String {
        let own =
            || self.ir.induction_variable(op, dim).map_or_else(String::new, |it| value_name(self.ir, it));
        self.fresh.get(&(op, dim)).cloned().unwrap_or_else(own)
    }

    /// The variable as an index.
    fn of_index(&self, op: OpId, dim: usize) -> String {
        match self.ir.induction_variable(op, dim) {
            Some(it) if self.ir.values[it].ty == Type::Index => value_name(self.ir, it),
            _ => self.of_variable(op, dim),
        }
    }

    /// The names for expressions over these leaves.
    pub(super) fn leaves(&self, leaves: &[Leaf]) -> Leaves {
        let mut named = Leaves::default();
        for leaf in leaves {
            match *leaf {
                Leaf::Variable(op, dim) => named.dim(&self.of_index(op, dim)),
                Leaf::Value(value) => {
                    let cast = self.casts.iter().find(|it| it.0 == value);
                    named.symbol(&cast.map_or_else(|| self.of_value(value), |it| it.1.clone()))
                }
            };
        }
        named
    }
}
