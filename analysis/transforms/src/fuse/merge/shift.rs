//! Fusion of two loops of which the second is delayed: its iteration `i - delay` runs with iteration `i` of the
//! first. What has no partner at either end is peeled into loops of its own.

use super::levels::constant_range;
use super::nest_pair::{Conflict, NestPair};
use crate::for_loop::for_loop;
use crate::fuse::nests::joint_system::Execution;
use crate::loop_bounds::{LoopBounds, plus_constant};
use crate::rewrite::{Leaves, Side};
use ir::OpId;
use ir::affine::AffineExpr;
use polyhedral::dependence::Linear;
use polyhedral::value_expression::difference;
use presburger::{GaveUp, Optimum};

/// How far the second loop is delayed, and the loops that become of both.
///
/// Each is bounded in values of its own induction variable, the fused one in those of the first loop's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Shift {
    /// In values of the induction variable.
    pub delay: i64,
    leaves: Leaves,
    together: LoopBounds,
    /// Iterations of the first loop and of the second before the fused loop.
    before: [Option<LoopBounds>; 2],
    /// And behind it.
    behind: [Option<LoopBounds>; 2],
}

/// Of the two loops.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Which {
    First,
    Second,
}

/// A second loop is delayed by at most so many iterations.
const MAX_DELAY: i64 = 4;

/// Sums of bounds and delays stay far from overflow.
const MAX_BOUND: u64 = 1 << 40;

impl Shift {
    pub(crate) fn is_peeled(&self) -> bool {
        self.before.iter().chain(&self.behind).any(Option::is_some)
    }

    /// `0 to %n`, as the loop in which both run has its bounds.
    pub(crate) fn together(&self) -> String {
        self.text(&self.together)
    }

    /// The bounds of the loop that is peeled off in front.
    pub(crate) fn before(&self, which: Which) -> Option<String> {
        self.before.get(which as usize)?.as_ref().map(|it| self.text(it))
    }

    /// The bounds of the loop that is peeled off behind.
    pub(crate) fn behind(&self, which: Which) -> Option<String> {
        self.behind.get(which as usize)?.as_ref().map(|it| self.text(it))
    }

    fn text(&self, bounds: &LoopBounds) -> String {
        let lower = self.leaves.bound(Side::Lower, &bounds.lower);
        format!("{lower} to {}", self.leaves.bound(Side::Upper, &bounds.upper))
    }
}

/// The bounds of both loops, which have one step.
struct Ranges {
    leaves: Leaves,
    step: i64,
    lower: AffineExpr,
    /// The least of these.
    upper: Vec<AffineExpr>,
    /// How much the second loop's bounds are greater.
    lower_apart: i64,
    upper_apart: i64,
    /// The span of the first loop, a number of whole steps, where it is a constant.
    span: Option<i64>,
}

fn ranges(two: &NestPair<'_>) -> Option<Ranges> {
    let ir = two.ir;
    let (first, second) = (for_loop(ir, two.first.root)?, for_loop(ir, two.second.root)?);
    let step = first.step.filter(|it| Some(*it) == second.step && is_small(*it))?;
    if !first.inits.is_empty() || !second.inits.is_empty() {
        return None;
    }
    let constant = |root: OpId| {
        let (range, count) = constant_range(ir, root)?;
        let end = count.checked_mul(step)?.checked_add(range.lower)?;
        (is_small(range.lower) && is_small(end)).then_some((range.lower, end))
    };
    if let Some((first, second)) = constant(two.first.root).zip(constant(two.second.root)) {
        return Some(Ranges {
            leaves: Leaves::default(),
            step,
            lower: AffineExpr::Constant(first.0),
            upper: vec![AffineExpr::Constant(first.1)],
            lower_apart: second.0 - first.0,
            upper_apart: second.1 - first.1,
            span: Some(first.1 - first.0),
        });
    }
    let mut leaves = Leaves::default();
    let first = LoopBounds::of(ir, two.first.root, &mut leaves)?;
    let second = LoopBounds::of(ir, two.second.root, &mut leaves)?;
    let apart = |first: &[AffineExpr], second: &[AffineExpr]| {
        let mut apart = first.iter().zip(second).map(|(a, b)| difference(b, a).as_constant());
        let one = apart.next()??;
        (first.len() == second.len() && is_small(one) && apart.all(|it| it == Some(one))).then_some(one)
    };
    let (lower_apart, upper_apart) =
        (apart(&first.lower, &second.lower)?, apart(&first.upper, &second.upper)?);
    let [lower] = first.lower.as_slice() else { return None };
    Some(Ranges {
        lower: lower.clone(),
        leaves,
        step,
        upper: first.upper,
        lower_apart,
        upper_apart,
        span: None,
    })
}

fn is_small(number: i64) -> bool {
    number.unsigned_abs() < MAX_BOUND
}

/// Whether the loops are of a kind that can be delayed.
pub(crate) fn may_shift(two: &NestPair<'_>) -> bool {
    ranges(two).is_some()
}

/// The least delay under which no iteration of the second loop precedes one of the first that it depends on.
pub(crate) fn shift(two: &NestPair<'_>, conflicts: &[Conflict<'_>]) -> Option<Shift> {
    let ranges = ranges(two)?;
    let mut least = 0;
    for conflict in conflicts {
        least = least.max(distance(two, conflict).ok()??);
    }
    let step = ranges.step;
    // Both run at the same values of the first loop's variable.
    let phase = (ranges.lower_apart + least).rem_euclid(step);
    let delay = if phase == 0 { least } else { least + step - phase };
    if delay > MAX_DELAY.checked_mul(step)? {
        return None;
    }
    let shift = ranges.delayed(delay)?;
    (delay > 0 || shift.is_peeled()).then_some(shift)
}

impl Ranges {
    /// `None` where no iterations would run together, or few of them, or where a peeled loop starts is not known.
    fn delayed(&self, delay: i64) -> Option<Shift> {
        // In values of the first loop's variable, relative to its own bounds.
        let (lower, upper) = (self.lower_apart + delay, self.upper_apart + delay);
        if let Some(span) = self.span {
            let together = span + upper.min(0) - lower.max(0);
            if together / self.step <= delay / self.step {
                return None;
            }
        } else if upper != 0 && self.step != 1 {
            // Its first iteration is the first after a bound that it need not hit.
            return None;
        }
        let start = plus_constant(&self.lower, lower.max(0));
        let end: Vec<_> = self.upper.iter().map(|it| plus_constant(it, upper.min(0))).collect();
        let later = |by: i64| self.upper.iter().map(|it| plus_constant(it, by)).collect::<Vec<_>>();
        // A loop may be over before the fused one starts, and the fused one may have no iterations.
        let cut = |at: AffineExpr, own: Vec<AffineExpr>| match self.span {
            Some(_) => vec![at],
            None => std::iter::once(at).chain(own).collect(),
        };
        let resumed = |by: i64| {
            let [end] = end.as_slice() else { return None };
            let end = plus_constant(end, by);
            Some(match self.span {
                Some(_) => vec![end],
                None => vec![plus_constant(&start, by), end],
            })
        };
        let before = [
            (lower > 0).then(|| LoopBounds {
                lower: vec![self.lower.clone()],
                upper: cut(start.clone(), self.upper.clone()),
            }),
            (lower < 0).then(|| LoopBounds {
                lower: vec![plus_constant(&self.lower, self.lower_apart)],
                upper: cut(plus_constant(&start, -delay), later(self.upper_apart)),
            }),
        ];
        let mut behind = [None, None];
        if upper < 0 {
            behind[0] = Some(LoopBounds { lower: resumed(0)?, upper: self.upper.clone() });
        }
        if upper > 0 {
            behind[1] = Some(LoopBounds { lower: resumed(-delay)?, upper: later(self.upper_apart) });
        }
        let together = LoopBounds { lower: vec![start.clone()], upper: end.clone() };
        Some(Shift { delay, leaves: self.leaves.clone(), together, before, behind })
    }
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
