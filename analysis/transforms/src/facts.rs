//! What legality asks about one isolated op.

use crate::offer::ActionContext;
use base::isolated_op::IsolatedOp;
use ir::Ir;
use polyhedral::dependence::{Dependences, dependences};
use polyhedral::loops::{Loops, loops};
use polyhedral::memory::{Memory, memory};

/// An isolated op with what is known of its dependences, loops and memory.
pub(super) struct Facts<'a> {
    pub(super) db: &'a dyn salsa::Database,
    pub(super) op: IsolatedOp<'a>,
    pub(super) ir: &'a Ir,
    pub(super) found: &'a Dependences,
    pub(super) loops: &'a Loops,
    pub(super) memory: &'a Memory,
}

impl<'a> Facts<'a> {
    pub(super) fn of(context: &ActionContext<'a>) -> Self {
        Self {
            db: context.db,
            op: context.op,
            ir: context.ir,
            found: dependences(context.db, context.op),
            loops: loops(context.db, context.op),
            memory: memory(context.db, context.op),
        }
    }
}
