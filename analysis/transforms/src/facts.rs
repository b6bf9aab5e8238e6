//! Facts about one isolated op that legality needs.

use crate::offer::ActionContext;
use base::isolated_op::IsolatedOp;
use ir::{Ir, ir_of};
use polyhedral::dependence::{Dependences, dependences};
use polyhedral::loops::{Loops, loops};
use polyhedral::memory::{Memory, memory};

/// An isolated op with its dependences, loops and memory.
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
        Self::new(context.db, context.op)
    }

    pub(super) fn new(db: &'a dyn salsa::Database, op: IsolatedOp<'a>) -> Self {
        Self {
            db,
            op,
            ir: ir_of(db, op),
            found: dependences(db, op),
            loops: loops(db, op),
            memory: memory(db, op),
        }
    }
}
