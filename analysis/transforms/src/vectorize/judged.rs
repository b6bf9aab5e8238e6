//! The loops of an isolated op, each judged once.

use super::legality::Legality;
use super::plan::Vectorization;
use base::at_once::takes_long;
use base::database::stop_if_cancelled;
use base::isolated_op::IsolatedOp;
use ir::{OpId, OpKind, ir_of};
use polyhedral::dependence::dependences;
use polyhedral::dependence::subscripts::subscripts;
use polyhedral::loops::loops;
use presburger::Budget;
use rustc_hash::FxHashSet;

/// What the questions about one loop may cost together.
const STEPS_PER_LOOP: u64 = 5_000_000;

/// All `affine.for` of an isolated op, in text order.
pub(super) fn vectorizations<'a, 'db: 'a>(
    db: &'db dyn salsa::Database,
    op: IsolatedOp<'db>,
    wanted: &'a FxHashSet<OpId>,
) -> impl DoubleEndedIterator<Item = &'db Vectorization> + 'a {
    let loops = loops(db, op).loops.iter().filter(|it| wanted.contains(&it.op));
    loops.filter_map(move |it| vectorization(db, op, it.op).as_ref())
}

/// One `affine.for`; `None` for other loops.
#[salsa::tracked(returns(ref))]
pub fn vectorization<'db>(
    db: &'db dyn salsa::Database,
    op: IsolatedOp<'db>,
    loop_: OpId,
) -> Option<Vectorization> {
    takes_long(db);
    let ir = ir_of(db, op);
    let loop_ = loops(db, op).of(loop_).filter(|it| matches!(ir.ops[it.op].kind, OpKind::For(_)))?;
    let stop = stop_if_cancelled(db);
    let budget = Budget::new(STEPS_PER_LOOP).with_stop(&stop);
    let (found, subscripts) = (dependences(db, op), subscripts(db, op));
    let legality = Legality { ir, found, subscripts, loop_, budget: &budget };
    Some(Vectorization { op: loop_.op, strategy: legality.strategy(), plan: legality.plan() })
}
