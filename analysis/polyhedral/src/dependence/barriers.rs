//! Where iterations of a parallel loop may wait for each other.

use super::unanalysed::touches_nothing;
use ir::memory_effects::{Own, own, subtree};
use ir::{Ir, OpId, OpKind};
use rustc_hash::FxHashMap;

/// The operations in a parallel loop that may be barriers: unknown ones, such as `gpu.barrier` and calls.
pub(super) struct Barriers<'a> {
    ir: &'a Ir,
    band: OpId,
    /// The operations in the band, by their order in the text.
    order: FxHashMap<OpId, usize>,
    barriers: Vec<OpId>,
}

impl<'a> Barriers<'a> {
    pub(super) fn of(ir: &'a Ir, band: OpId) -> Self {
        let inside = subtree(ir, band);
        let may_wait = |op: &OpId| {
            matches!(ir.ops[*op].kind, OpKind::Other)
                && !touches_nothing(ir, *op)
                && matches!(own(ir, *op), Own::Unknown)
        };
        let barriers = inside.iter().copied().filter(may_wait).collect();
        Self {
            ir,
            band,
            order: inside.into_iter().enumerate().map(|(index, op)| (op, index)).collect(),
            barriers,
        }
    }

    /// Whether a barrier may separate executions of two operations in different iterations: it is between them in the
    /// text, or in something with one of them that may run several times.
    pub(super) fn may_separate(&self, first: OpId, second: OpId) -> bool {
        let places = self.order.get(&first).zip(self.order.get(&second));
        let between = places.map(|(a, b)| *a.min(b)..=*a.max(b));
        self.barriers.iter().any(|barrier| {
            let is_between = between.as_ref().is_none_or(|it| it.contains(&self.order[barrier]));
            is_between || [first, second].into_iter().any(|it| self.share_an_operation(*barrier, it))
        })
    }

    /// Whether an operation inside the band holds both.
    fn share_an_operation(&self, a: OpId, b: OpId) -> bool {
        let outermost =
            |op: OpId| self.ir.ancestors(op).take_while(|it| *it != self.band).last().unwrap_or(op);
        outermost(a) == outermost(b)
    }
}
