//! The iteration at one end of a loop, and the bound of the others.

use crate::copies::fits;
use crate::facts::Facts;
use crate::for_loop::{for_loop, step, variable_name};
use crate::loop_bounds::{LoopBounds, plus_constant};
use crate::magnitude;
use crate::reason::Reason;
use crate::rewrite::{Leaves, Side};
use ir::OpId;
use ir::affine::{AffineExpr, Constraint, ConstraintKind};
use polyhedral::loops::trip_count::constant_trip_count;
use polyhedral::value_expression::difference;

/// The end at which an iteration is peeled off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    First,
    Last,
}

/// A loop without its first or its last iteration.
pub(super) struct Peeled {
    pub(super) end: End,
    pub(super) leaves: Leaves,
    /// The value of the variable in the iteration that is peeled off.
    pub(super) value: AffineExpr,
    /// The loop's new lower bound, or its new upper one.
    pub(super) bound: AffineExpr,
    /// The conditions under which the loop has an iteration; none where it always has.
    pub(super) condition: Vec<Constraint>,
}

impl Peeled {
    pub(super) fn of(facts: &Facts<'_>, op: OpId, end: End) -> Result<Self, Reason> {
        let ir = facts.ir;
        let name = variable_name(ir, op);
        let refused = |text: String| Reason::new(text).related(ir.ops[op].name_pointer, "this loop");
        magnitude::refusal(ir, op).map_or(Ok(()), Err)?;
        if !fits(ir, op, 2) {
            return Err(refused("the loop is too large".to_owned()));
        }
        match for_loop(ir, op).and_then(|it| constant_trip_count(ir, op, it)) {
            Some(0) => return Err(refused(format!("{name} has no iterations"))),
            Some(1) => return Err(refused(format!("{name} has only 1 iteration"))),
            _ => {}
        }
        let mut leaves = Leaves::default();
        let Some(bounds) = LoopBounds::of(ir, op, &mut leaves) else {
            return Err(refused(format!("the bounds of {name} are not known")));
        };
        let (value, bound) = match end {
            End::First => {
                let first = bounds
                    .single(ir, op, Side::Lower)
                    .ok_or_else(|| refused(format!("{name} starts at the greatest of several bounds")))?;
                (first.clone(), plus_constant(&first, step(ir, op)))
            }
            End::Last => {
                let last = bounds
                    .last(ir, op)
                    .ok_or_else(|| refused(format!("{name} has several bounds where it starts or ends")))?;
                (last.clone(), last)
            }
        };
        let condition = match runs(facts, op) {
            true => Vec::new(),
            false if for_loop(ir, op).is_some_and(|it| it.inits.is_empty()) => has_iteration(&bounds),
            false => {
                return Err(refused(format!("{name} carries values, and perhaps has no iteration")));
            }
        };
        Ok(Self { end, leaves, value, bound, condition })
    }
}

/// Whether each run of a loop has an iteration.
fn runs(facts: &Facts<'_>, op: OpId) -> bool {
    let range = facts.loops.of(op).and_then(|it| it.trip_range.as_ref());
    range.is_some_and(|(least, _)| least.is_positive())
}

/// Each upper bound is greater than each lower one.
fn has_iteration(bounds: &LoopBounds) -> Vec<Constraint> {
    let pairs = bounds.upper.iter().flat_map(|upper| bounds.lower.iter().map(move |lower| (upper, lower)));
    let constraint = |(upper, lower)| Constraint {
        expression: plus_constant(&difference(upper, lower), -1),
        kind: ConstraintKind::Inequality,
    };
    pairs.map(constraint).collect()
}
