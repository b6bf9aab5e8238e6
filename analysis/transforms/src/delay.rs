//! Two loops with a delay of the second: its iteration `i - delay` runs with iteration `i` of the first. Iterations
//! without a partner at either end is peeled into loops of its own.

use crate::for_loop::for_loop;
use crate::loop_bounds::{LoopBounds, plus_constant};
use crate::rewrite::{Leaves, Side};
use ir::affine::AffineExpr;
use ir::{Ir, OpId};
use polyhedral::loops::bounds::constant_lower;
use polyhedral::loops::trip_count::constant_trip_count;
use polyhedral::value_expression::difference;

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
    /// And those of the loop after it.
    behind: [Option<LoopBounds>; 2],
}

/// Of the two loops.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Which {
    First,
    Second,
}

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

    /// The bounds of the loop that is peeled off after it.
    pub(crate) fn behind(&self, which: Which) -> Option<String> {
        self.behind.get(which as usize)?.as_ref().map(|it| self.text(it))
    }

    fn text(&self, bounds: &LoopBounds) -> String {
        let lower = self.leaves.bound(Side::Lower, &bounds.lower);
        format!("{lower} to {}", self.leaves.bound(Side::Upper, &bounds.upper))
    }
}

/// The bounds of both loops, which have one step.
pub(crate) struct Ranges {
    leaves: Leaves,
    pub(crate) step: i64,
    lower: AffineExpr,
    /// The expressions whose minimum is the upper bound.
    upper: Vec<AffineExpr>,
    /// How much the second loop's bounds are greater.
    lower_apart: i64,
    upper_apart: i64,
    /// The span of the first loop, a number of whole steps, where it is a constant.
    span: Option<i64>,
}

/// Whether sums of a few such numbers are far from overflow.
pub(crate) fn is_small(number: i64) -> bool {
    number.unsigned_abs() < MAX_BOUND
}

impl Ranges {
    /// `None` if the loops are not of a kind that allows a delay.
    pub(crate) fn of(ir: &Ir, first: OpId, second: OpId) -> Option<Self> {
        let headers = (for_loop(ir, first)?, for_loop(ir, second)?);
        let step = headers.0.step.filter(|it| Some(*it) == headers.1.step && is_small(*it))?;
        if !headers.0.inits.is_empty() || !headers.1.inits.is_empty() {
            return None;
        }
        let constant = |op: OpId| {
            let header = for_loop(ir, op)?;
            let lower = constant_lower(ir, op, header)?;
            let count = i64::try_from(constant_trip_count(ir, op, header)?).ok()?;
            let end = count.checked_mul(step)?.checked_add(lower)?;
            (is_small(lower) && is_small(end)).then_some((lower, end))
        };
        if let Some((first, second)) = constant(first).zip(constant(second)) {
            return Some(Self {
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
        let first = LoopBounds::of(ir, first, &mut leaves)?;
        let second = LoopBounds::of(ir, second, &mut leaves)?;
        let apart = |first: &[AffineExpr], second: &[AffineExpr]| {
            let mut apart = first.iter().zip(second).map(|(a, b)| difference(b, a).as_constant());
            let one = apart.next()??;
            (first.len() == second.len() && is_small(one) && apart.all(|it| it == Some(one))).then_some(one)
        };
        let (lower_apart, upper_apart) =
            (apart(&first.lower, &second.lower)?, apart(&first.upper, &second.upper)?);
        let [lower] = first.lower.as_slice() else { return None };
        let lower = lower.clone();
        Some(Self { leaves, step, lower, upper: first.upper, lower_apart, upper_apart, span: None })
    }

    /// The least delay from the given one on with which both run at the same values of the first loop's variable.
    pub(crate) fn least_delay(&self, least: i64) -> i64 {
        let phase = (self.lower_apart + least).rem_euclid(self.step);
        if phase == 0 { least } else { least + self.step - phase }
    }

    /// `None` where no iterations would run together, or few of them, or where a peeled loop starts is not known.
    pub(crate) fn delayed(&self, delay: i64) -> Option<Shift> {
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
