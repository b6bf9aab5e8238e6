//! Fusion of two loops of which the second is delayed: its iteration `i - delay` runs with iteration `i` of the
//! first. What has no partner at either end is peeled into loops of its own.

use super::levels::constant_range;
use super::merge::{Conflict, Two};
use super::scene::Copy;
use crate::dependence::Linear;
use crate::ir::{OpId, OpKind};
use presburger::{GaveUp, Optimum};

/// How far the second loop is delayed, and the values of both induction variables; ends are exclusive and reached
/// in whole steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Shift {
    /// In values of the induction variable.
    pub(crate) delay: i64,
    pub(crate) step: i64,
    pub(crate) first: (i64, i64),
    pub(crate) second: (i64, i64),
}

/// A second loop is delayed by at most so many iterations.
const MAX_DELAY: i64 = 4;

impl Shift {
    /// The values of the first loop's induction variable for which both run.
    pub(crate) fn together(&self) -> (i64, i64) {
        let second = (self.second.0 + self.delay, self.second.1 + self.delay);
        (self.first.0.max(second.0), self.first.1.min(second.1))
    }

    pub(crate) fn is_peeled(&self) -> bool {
        let second = (self.second.0 + self.delay, self.second.1 + self.delay);
        self.first != second
    }
}

/// Start, end and step of both loops.
struct Ranges {
    first: (i64, i64),
    second: (i64, i64),
    step: i64,
}

fn ranges(two: &Two<'_>) -> Option<Ranges> {
    let of = |root: OpId| {
        let OpKind::For(header) = &two.ir.ops[root].kind else { return None };
        let (range, count) = constant_range(two.ir, root)?;
        let end = count.checked_mul(range.step)?.checked_add(range.lower)?;
        // Sums of bounds and delays stay far from overflow.
        let is_small = |it: i64| it.unsigned_abs() < 1 << 40;
        (header.inits.is_empty() && is_small(range.lower) && is_small(end) && is_small(range.step))
            .then_some((range, end))
    };
    let ((first, first_end), (second, second_end)) = (of(two.first.root)?, of(two.second.root)?);
    (first.step == second.step).then_some(Ranges {
        first: (first.lower, first_end),
        second: (second.lower, second_end),
        step: first.step,
    })
}

/// Whether the loops are of a kind that can be delayed.
pub(super) fn may_shift(two: &Two<'_>) -> bool {
    ranges(two).is_some()
}

/// The least delay under which no iteration of the second loop precedes one of the first that it depends on.
pub(super) fn shift(two: &Two<'_>, conflicts: &[Conflict<'_>]) -> Option<Shift> {
    let ranges = ranges(two)?;
    let mut least = 0;
    for conflict in conflicts {
        least = least.max(distance(two, conflict).ok()??);
    }
    let step = ranges.step;
    // Both run at the same values of the first loop's variable.
    let phase = (ranges.second.0 + least - ranges.first.0).rem_euclid(step);
    let delay = if phase == 0 { least } else { least + step - phase };
    let shift = Shift { delay, step, first: ranges.first, second: ranges.second };
    let (from, to) = shift.together();
    let is_worth_it = delay <= MAX_DELAY * step && (to - from) / step > delay / step;
    (is_worth_it && (delay > 0 || shift.is_peeled())).then_some(shift)
}

/// The greatest value of the first variable less the second in a conflict.
fn distance(two: &Two<'_>, conflict: &Conflict<'_>) -> Result<Option<i64>, GaveUp> {
    let mut scene = conflict.scene.clone();
    let first = Linear::variable(scene.loop_variable(Copy::Source, two.first.root, 0));
    let second = Linear::variable(scene.loop_variable(Copy::Sink, two.second.root, 0));
    let (_, greatest) = scene.extent(&first.minus(&second), two.budget)?;
    Ok(match greatest {
        Optimum::Value(value) => value.to_i64().filter(|it| it.unsigned_abs() < 1 << 40),
        Optimum::Empty => Some(0),
        Optimum::Unbounded => None,
    })
}
