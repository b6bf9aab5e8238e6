//! The division of a loop into groups of consecutive iterations and a rest, for unrolling.

use super::for_loop::{for_loop, step, variable_name};
use super::loop_bounds::{LoopBounds, divided, plus, plus_constant, times};
use super::magnitude;
use crate::reason::Reason;
use crate::rewrite::{Leaves, Side};
use ir::affine::{AffineExpr, BinaryOp};
use ir::{Ir, OpId};
use polyhedral::dependence::{Linear, System, results_relation};
use polyhedral::loops::trip_count::constant_trip_count;
use polyhedral::value_expression::difference;
use presburger::{Budget, GaveUp, Integer};

/// A loop in groups of `factor` iterations.
pub(super) struct Strips {
    pub(super) leaves: Leaves,
    pub(super) factor: i64,
    /// From one group to the next, in values of the variable.
    pub(super) stride: i64,
    /// Where the groups end; `None` where that is the loop's own bound.
    pub(super) end: Option<AffineExpr>,
    /// The start of the iterations that fill no group, as the greatest of these; `None` if there are no such iterations.
    pub(super) rest: Option<Vec<AffineExpr>>,
}

/// Why a loop does not fall into groups.
pub(super) enum NoStrips {
    Refused(Reason),
    /// A bound is the greatest or the least of several, so that the place where the groups end cannot be written.
    SeveralBounds,
}

/// The budget for the queries about the bounds of one loop.
const STEPS: u64 = 200_000;

impl Strips {
    pub(super) fn of(ir: &Ir, op: OpId, factor: i64, budget: &Budget<'_>) -> Result<Self, NoStrips> {
        let name = variable_name(ir, op);
        let refused =
            |text: String| NoStrips::Refused(Reason::new(text).related(ir.ops[op].name_pointer, "this loop"));
        let mut leaves = Leaves::default();
        let Some((bounds, header)) = LoopBounds::of(ir, op, &mut leaves).zip(for_loop(ir, op)) else {
            return Err(refused(format!("the bounds of {name} are not known")));
        };
        let step = step(ir, op);
        if factor < 2 {
            return Err(refused(format!("groups of {factor} iterations are too small")));
        }
        let stride = magnitude::stride(ir, op, factor).map_err(NoStrips::Refused)?;
        let mut strips = Self { leaves, factor, stride, end: None, rest: None };
        let constant = constant_trip_count(ir, op, header).and_then(|it| i64::try_from(it).ok());
        if let Some(count) = constant.filter(|it| *it < factor) {
            return Err(refused(format!("{name} has only {count} iterations")));
        }
        if constant.is_some_and(|it| it % factor == 0) {
            return Ok(strips);
        }
        let Some(lower) = bounds.single(ir, op, Side::Lower) else { return Err(NoStrips::SeveralBounds) };
        if let Some(length) = constant.and_then(|it| (it / factor).checked_mul(stride)) {
            let end = plus_constant(&lower, length);
            strips.rest = Some(vec![end.clone()]);
            strips.end = Some(end);
            return Ok(strips);
        }
        let [upper] = bounds.upper.as_slice() else { return Err(NoStrips::SeveralBounds) };
        let query = SpanQuery { ir, op, step, factor, budget: budget.part(STEPS) };
        if query.always_fills_groups().unwrap_or(false) {
            return Ok(strips);
        }
        let span = difference(upper, &lower);
        let count = divided(BinaryOp::CeilDiv, span, step);
        let end = plus(&times(&divided(BinaryOp::FloorDiv, count, factor), stride), &lower);
        let mut rest = vec![end.clone()];
        // Where the upper bound is below the lower one, the groups would end before they start.
        if query.may_have_negative_span().unwrap_or(true) {
            rest.insert(0, lower);
        }
        strips.rest = Some(rest);
        strips.end = Some(end);
        Ok(strips)
    }
}

/// Queries about the difference of the two bounds, over all runs of the loop.
struct SpanQuery<'a> {
    ir: &'a Ir,
    op: OpId,
    step: i64,
    factor: i64,
    budget: Budget<'a>,
}

impl SpanQuery<'_> {
    /// The span in each piece of the loop's surroundings, where both bounds have one result.
    fn spans(&self) -> Option<Vec<(System, Linear)>> {
        let header = for_loop(self.ir, self.op)?;
        let relation = results_relation(self.ir, self.op, &[&header.lower, &header.upper]).ok()?;
        let span = |piece| {
            let (system, bounds) = System::of(piece, relation.loops.len());
            let [lower, upper] = bounds.as_slice() else { return None };
            Some((system, upper.minus(lower)))
        };
        relation.pieces.iter().map(span).collect()
    }

    fn may_have_negative_span(&self) -> Result<bool, GaveUp> {
        let Some(spans) = self.spans() else { return Ok(true) };
        for (system, span) in spans {
            let negative = Linear::constant(-1).minus(&span);
            if !system.with(negative).is_integer_empty(&self.budget)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether the number of iterations is always a multiple of the factor: no span is more than a number of groups
    /// and at most that and all but one iteration of another.
    fn always_fills_groups(&self) -> Result<bool, GaveUp> {
        let Some(spans) = self.spans() else { return Ok(false) };
        let (step, factor) = (Integer::from(self.step), Integer::from(self.factor));
        for (mut system, span) in spans {
            let groups = system.new_local();
            let over = span.minus(&groups.times(&(&step * &factor)));
            let most = Linear::constant(&step * &(&factor - &Integer::from(1)));
            system.inequalities.push(span.plus_constant(-1));
            system.inequalities.push(most.minus(&over));
            system.inequalities.push(over.plus_constant(-1));
            if !system.is_integer_empty(&self.budget)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
