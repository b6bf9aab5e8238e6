//! The access relations of the operations of nests.

use super::views::Views;
use ir::memory_effects::{Own, own, subtree};
use ir::{BlockId, Ir, OpId, OpKind};
use polyhedral::dependence::subscripts::Subscripts;
use polyhedral::dependence::{AccessRelation, iteration_domain, relation_of};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The access relations of all operations that touch memory, and of those with which blocks start, each computed once.
///
/// What is not an affine access has the iteration domain without subscripts: it may touch any element.
#[derive(Default)]
pub(crate) struct Relations {
    of_op: FxHashMap<OpId, Option<Arc<AccessRelation>>>,
    /// The iteration domain of each block.
    domains: FxHashMap<BlockId, Option<Arc<AccessRelation>>>,
}

impl Relations {
    /// `None` where even the iteration domain is not known.
    pub(crate) fn get(&self, op: OpId) -> Option<&AccessRelation> {
        self.of_op.get(&op)?.as_deref()
    }

    /// Adds operations with all inside them.
    pub(crate) fn extend(
        &mut self,
        ir: &Ir,
        views: &Views,
        subscripts: &Subscripts,
        roots: impl Iterator<Item = OpId>,
    ) {
        for op in roots.flat_map(|it| subtree(ir, it)) {
            let is_asked = || ir.blocks[ir.ops[op].block].ops.first() == Some(&op) || has_effects(ir, op);
            if self.of_op.contains_key(&op) || !is_asked() {
                continue;
            }
            let relation = match &ir.ops[op].kind {
                OpKind::Access(_) => {
                    let known = subscripts.of_element(op);
                    known.or_else(|| relation_of(ir, op).ok().map(Arc::new))
                }
                _ => None,
            };
            let mut relation = relation.or_else(|| self.domain(ir, op));
            if let Some(relation) = &mut relation {
                views.turn(ir, op, relation);
            }
            self.of_op.insert(op, relation);
        }
    }

    fn domain(&mut self, ir: &Ir, op: OpId) -> Option<Arc<AccessRelation>> {
        let domain = self.domains.entry(ir.ops[op].block);
        domain.or_insert_with(|| iteration_domain(ir, op).ok().map(Arc::new)).clone()
    }
}

fn has_effects(ir: &Ir, op: OpId) -> bool {
    match own(ir, op) {
        Own::Known(effects) => !effects.is_empty(),
        Own::Unknown => true,
    }
}
