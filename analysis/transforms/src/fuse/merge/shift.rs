//! The least delay of the second loop under which two loops may be fused.

use super::nest_pair::{Conflict, NestPair};
use crate::delay::{Ranges, Shift, is_small};
use crate::fuse::nests::joint_system::Execution;
use polyhedral::dependence::Linear;
use presburger::{GaveUp, Optimum};

/// The largest delay of a second loop, in iterations.
const MAX_DELAY: i64 = 4;

/// Whether the loops are of a kind that can be delayed.
pub(crate) fn may_shift(two: &NestPair<'_>) -> bool {
    Ranges::of(two.ir, two.first.root, two.second.root).is_some()
}

/// The least delay under which no iteration of the second loop precedes one of the first that it depends on.
pub(crate) fn shift(two: &NestPair<'_>, conflicts: &[Conflict<'_>]) -> Option<Shift> {
    let ranges = Ranges::of(two.ir, two.first.root, two.second.root)?;
    let mut least = 0;
    for conflict in conflicts {
        least = least.max(distance(two, conflict).ok()??);
    }
    let delay = ranges.least_delay(least);
    if delay > MAX_DELAY.checked_mul(ranges.step)? {
        return None;
    }
    let shift = ranges.delayed(delay)?;
    (delay > 0 || shift.is_peeled()).then_some(shift)
}

/// The greatest value of the first variable less the second in a conflict.
fn distance(two: &NestPair<'_>, conflict: &Conflict<'_>) -> Result<Option<i64>, GaveUp> {
    let mut joint = conflict.joint.clone();
    let first = Linear::variable(joint.loop_variable(Execution::Source, two.first.root, 0));
    let second = Linear::variable(joint.loop_variable(Execution::Sink, two.second.root, 0));
    let (_, greatest) = joint.extent(&first.minus(&second), two.budget)?;
    Ok(match greatest {
        Optimum::Value(value) => value.to_i64().filter(|it| is_small(*it)),
        Optimum::Empty => Some(0),
        Optimum::Unbounded => None,
    })
}
