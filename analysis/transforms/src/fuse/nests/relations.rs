//! The access relations of the operations of nests.

use super::views::Views;
use ir::memory_effects::subtree;
use ir::{Ir, OpId};
use polyhedral::dependence::{AccessRelation, iteration_domain, relation_of};
use rustc_hash::FxHashMap;

/// The access relations of all effects, each computed once.
///
/// An access that is not affine has the iteration domain without subscripts: it may touch any element.
#[derive(Default)]
pub(crate) struct Relations(FxHashMap<OpId, Option<AccessRelation>>);

/// The access relation of an operation, or its iteration domain.
pub(crate) fn relation(ir: &Ir, op: OpId) -> Option<AccessRelation> {
    relation_of(ir, op).or_else(|_| iteration_domain(ir, op)).ok()
}

impl Relations {
    pub(crate) fn insert(&mut self, op: OpId, relation: impl FnOnce() -> Option<AccessRelation>) {
        self.0.entry(op).or_insert_with(relation);
    }

    /// `None` where even the iteration domain is not known.
    pub(crate) fn get(&self, op: OpId) -> Option<&AccessRelation> {
        self.0.get(&op)?.as_ref()
    }
    /// Adds operations with all inside them.
    pub(crate) fn extend(&mut self, ir: &Ir, views: &Views, roots: impl Iterator<Item = OpId>) {
        for op in roots.flat_map(|it| subtree(ir, it)) {
            self.insert(op, || {
                let mut relation = relation(ir, op)?;
                views.turn(ir, op, &mut relation);
                Some(relation)
            });
        }
    }
}
