//! The loops of an isolated op, each judged once.

use super::legality::Legality;
use super::plan::Vectorization;
use base::at_once::takes_long;
use base::database::stop_if_cancelled;
use base::isolated_op::IsolatedOp;
use ir::{OpId, OpKind, ir_of};
use polyhedral::dependence::Dependences;
use polyhedral::dependence::concern::{Concern, dependences_concerning};
use polyhedral::dependence::subscripts::subscripts;
use polyhedral::loops::{Loop, loops_among, loops_around};
use presburger::Budget;

/// The budget for all questions about one loop.
const STEPS_PER_LOOP: u64 = 5_000_000;

/// Some of the `affine.for` of an isolated op, in text order. Dependences outside of them are not asked for.
pub(super) fn vectorizations<'db>(
    db: &'db dyn salsa::Database,
    op: IsolatedOp<'db>,
    wanted: &[OpId],
) -> Vec<Vectorization> {
    let ir = ir_of(db, op);
    let found = dependences_concerning(db, op, Concern::Within(wanted.into()));
    let stop = stop_if_cancelled(db);
    let loops = loops_among(ir, found, |it| wanted.binary_search(&it).is_ok(), &stop);
    loops.iter().filter_map(|it| judged(db, op, found, it)).collect()
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
    let (found, loops) = loops_around(db, op, |it| ir.is_within(loop_, it));
    judged(db, op, found, loops.of(loop_)?)
}

fn judged<'db>(
    db: &'db dyn salsa::Database,
    op: IsolatedOp<'db>,
    found: &Dependences,
    loop_: &Loop,
) -> Option<Vectorization> {
    let ir = ir_of(db, op);
    if !matches!(ir.ops[loop_.op].kind, OpKind::For(_)) {
        return None;
    }
    let stop = stop_if_cancelled(db);
    let budget = Budget::new(STEPS_PER_LOOP).with_stop(&stop);
    let legality = Legality { ir, found, subscripts: subscripts(db, op), loop_, budget: &budget };
    Some(Vectorization { op: loop_.op, strategy: legality.strategy(), plan: legality.plan() })
}
