//! Facts about one isolated op that legality needs.

use crate::offer::ActionContext;
use base::isolated_op::IsolatedOp;
use ir::{Ir, OpId, ir_of};
use polyhedral::dependence::Dependences;
use polyhedral::loops::{Loops, loops_around};
use polyhedral::memory::{Memory, memory};

/// An isolated op with its dependences, loops and memory. Of a large one the dependences and loops are those of the nests
/// that are looked at.
pub(super) struct Facts<'a> {
    pub(super) db: &'a dyn salsa::Database,
    pub(super) op: IsolatedOp<'a>,
    pub(super) ir: &'a Ir,
    pub(super) found: &'a Dependences,
    pub(super) loops: &'a Loops,
    pub(super) memory: &'a Memory,
}

impl<'a> Facts<'a> {
    /// Of the nests in the lines that the selection touches.
    pub(super) fn of(context: &ActionContext<'a>) -> Self {
        let ActionContext { ir, starts, text, range, .. } = *context;
        let end = text.line_end(range.end());
        Self::around(context.db, context.op, |it| {
            let place = starts.range(ir.ops[it].pointer);
            place.start() <= end && range.start() <= text.line_end(place.end())
        })
    }

    /// Of the nests whose outermost loops are wanted.
    pub(super) fn around(
        db: &'a dyn salsa::Database,
        op: IsolatedOp<'a>,
        is_wanted: impl Fn(OpId) -> bool,
    ) -> Self {
        let (found, loops) = loops_around(db, op, is_wanted);
        Self { db, op, ir: ir_of(db, op), found, loops, memory: memory(db, op) }
    }
}
