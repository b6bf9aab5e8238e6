//! Vectorization: several consecutive iterations of an `affine.for` run together, operation by operation, each as one
//! lane of vectors.
//!
//! Every operation of the body is vectorized in topological order, those in inner loops too. Where the loop has no
//! loop inside, lanes lie along it and what it reduces becomes partial results and a horizontal reduction; else each
//! lane runs the inner loops as a whole.
//! [`vectorization`] finds what is legal once per loop, without positions; the hint and the light bulb read
//! it, and [`rewrite`] writes the text when somebody takes an offer.

mod access;
mod best;
mod carried;
mod element;
mod lanes;
mod legality;
mod lockstep;
mod masks;
mod offers;
mod operations;
mod rewrite;
#[cfg(test)]
mod tests;
mod trips;

pub(crate) use best::best;
pub(crate) use offers::{KIND, offers};
pub(super) use operations::rounds;

use super::Reason;
use crate::database::stop_if_cancelled;
use crate::dependence::dependences;
use crate::ir::{OpId, OpKind, ValueId, ir};
use crate::isolated_op::IsolatedOp;
use crate::loops::loops;
use access::Shape;
use carried::{Carried, MemoryReduction};
use lanes::Lanes;
use legality::Legality;
use lockstep::Limit;
use masks::Masks;
use presburger::Budget;
use rustc_hash::FxHashMap;
use trips::Trips;

/// Where the lanes lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Strategy {
    /// Along a loop without loops inside.
    Inner,
    /// Across iterations that each run the loops inside as a whole.
    Outer,
}

/// One `affine.for`, and how it may be vectorized or why not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Vectorization {
    pub(crate) op: OpId,
    pub(crate) strategy: Strategy,
    pub(crate) plan: Result<Plan, Reason>,
}

impl Vectorization {
    /// The plan, if it is legal for any number of lanes.
    pub(crate) fn verdict(&self) -> Result<&Plan, Reason> {
        let plan = self.plan.as_ref().map_err(Reason::clone)?;
        match plan.refusal(2) {
            Some(reason) => Err(reason),
            None => Ok(plan),
        }
    }
}

/// How a loop becomes one over vectors, for all widths.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Plan {
    lanes: Lanes,
    shapes: FxHashMap<OpId, Shape>,
    /// Operands, by operation and position, that must be vectors.
    vector_operands: Vec<(OpId, usize)>,
    /// From one lane to the next, of index values that are needed as vectors.
    index_strides: FxHashMap<ValueId, i64>,
    masks: Masks,
    /// One per iteration argument of the loop.
    carried: Vec<Carried>,
    in_memory: Vec<MemoryReduction>,
    trips: Trips,
    /// What bounds the number of iterations that may run together.
    limit: Option<Limit>,
    /// Width of the widest element, in bits.
    element_bits: u64,
}

impl Plan {
    /// Why so many lanes are not legal.
    pub(crate) fn refusal(&self, width: u64) -> Option<Reason> {
        let too_far = self.limit.as_ref().filter(|it| it.iterations < width);
        too_far.map(|it| it.reason.clone()).or_else(|| self.trips.refusal(width))
    }

    /// Whether floating-point numbers are folded in another order, and so rounded otherwise.
    fn reassociates(&self) -> bool {
        let of_arguments = self.carried.iter().filter_map(|it| match it {
            Carried::Folded(reduction) => Some(reduction),
            Carried::Unchanged => None,
        });
        of_arguments.chain(self.in_memory.iter().map(|it| &it.reduction)).any(|it| it.rounds())
    }

    /// Whether what it folds becomes partial results.
    pub(crate) fn reduces(&self) -> bool {
        !self.in_memory.is_empty() || self.carried.iter().any(|it| matches!(it, Carried::Folded(_)))
    }
}

/// What the questions about one loop may cost together.
const STEPS_PER_LOOP: u64 = 5_000_000;

/// All `affine.for` of an isolated op, in text order.
pub(crate) fn vectorizations<'db>(
    db: &'db dyn salsa::Database,
    op: IsolatedOp<'db>,
) -> impl DoubleEndedIterator<Item = &'db Vectorization> {
    let loops = &loops(db, op).loops;
    loops.iter().filter_map(move |it| vectorization(db, op, it.op).as_ref())
}

/// One `affine.for`; `None` for other loops.
#[salsa::tracked(returns(ref))]
pub(crate) fn vectorization<'db>(
    db: &'db dyn salsa::Database,
    op: IsolatedOp<'db>,
    loop_: OpId,
) -> Option<Vectorization> {
    let ir = ir(db, op);
    let loop_ = loops(db, op).of(loop_).filter(|it| matches!(ir.ops[it.op].kind, OpKind::For(_)))?;
    let stop = stop_if_cancelled(db);
    let budget = Budget::new(STEPS_PER_LOOP).with_stop(&stop);
    let legality = Legality { ir, found: dependences(db, op), loop_, budget: &budget };
    Some(Vectorization { op: loop_.op, strategy: legality.strategy(), plan: legality.plan() })
}
