//! The bounds of two loops after they have changed places.
//!
//! Where the inner bounds depend on the outer variable, each of them is a condition on both: solved for the outer
//! variable it bounds the loop that goes inside, and its extremes bound the loop that goes outside. The loop inside
//! has all conditions, so that exactly the same iterations run.

use crate::for_loop::{step, variable_name};
use crate::loop_bounds::{LoopBounds, divided, mentions, multiple_of, plus_constant};
use crate::magnitude;
use crate::reason::Reason;
use crate::rewrite::{Leaves, Side};
use ir::affine::{AffineExpr, BinaryOp};
use ir::{Ir, OpId};
use polyhedral::value_expression::difference;

/// New bounds of the loop that goes outside and of the one that goes inside.
pub(super) struct Interchanged {
    pub(super) leaves: Leaves,
    pub(super) outside: LoopBounds,
    pub(super) inside: LoopBounds,
}

/// `None` where both loops keep their bounds.
pub(super) fn interchanged(ir: &Ir, outer: OpId, inner: OpId) -> Result<Option<Interchanged>, Reason> {
    let refused = |text: &str| {
        let text = format!("the bounds of {} {text}", variable_name(ir, inner));
        Reason::new(text).related(ir.ops[inner].name_pointer, "the inner loop")
    };
    let mut leaves = Leaves::default();
    let mut bounds = || {
        let around = LoopBounds::of(ir, outer, &mut leaves)?;
        Some((around, LoopBounds::of(ir, inner, &mut leaves)?))
    };
    let Some((around, within)) = bounds() else { return Err(refused("are not known")) };
    let i = leaves.dim(&variable_name(ir, outer));
    let j = leaves.dim(&variable_name(ir, inner));
    if !within.mention(&i) {
        return Ok(None);
    }
    magnitude::refusal(ir, outer).map_or(Ok(()), Err)?;
    let text =
        format!("depend on {}, and a step is not 1; normalize the loops first", variable_name(ir, outer));
    if step(ir, outer) != 1 || step(ir, inner) != 1 {
        return Err(refused(&text));
    }
    let text = format!("are not linear in {}", variable_name(ir, outer));
    let mut outside = LoopBounds { lower: Vec::new(), upper: Vec::new() };
    let mut inside = around.clone();
    for (side, results) in [(Side::Lower, &within.lower), (Side::Upper, &within.upper)] {
        for bound in results {
            let extreme = around.extreme(bound, &i, side).ok_or_else(|| refused(&text))?;
            let list = if side == Side::Lower { &mut outside.lower } else { &mut outside.upper };
            list.extend(extreme.into_iter().filter(|it| !list.contains(it)).collect::<Vec<_>>());
            if mentions(bound, &i) {
                let (side, solved) = solved(bound, side, &i, &j).ok_or_else(|| refused(&text))?;
                match side {
                    Side::Lower => inside.lower.push(solved),
                    Side::Upper => inside.upper.push(solved),
                }
            }
        }
    }
    inside.prune(&j, &outside);
    Ok(Some(Interchanged { leaves, outside, inside }))
}

/// `bound <= j` (`Side::Lower`) or `j < bound` solved for `i`.
fn solved(bound: &AffineExpr, side: Side, i: &AffineExpr, j: &AffineExpr) -> Option<(Side, AffineExpr)> {
    let (factor, rest) = multiple_of(bound, i)?;
    // factor * i <= j - rest, or factor * i >= j - rest + 1
    let (is_at_most, other) = match side {
        Side::Lower => (true, difference(j, &rest)),
        Side::Upper => (false, plus_constant(&difference(j, &rest), 1)),
    };
    let (is_at_most, other) = match factor < 0 {
        true => (!is_at_most, difference(&AffineExpr::Constant(0), &other)),
        false => (is_at_most, other),
    };
    let divisor = factor.checked_abs().filter(|it| *it > 0)?;
    Some(match is_at_most {
        true => (Side::Upper, plus_constant(&divided(BinaryOp::FloorDiv, other, divisor), 1)),
        false => (Side::Lower, divided(BinaryOp::CeilDiv, other, divisor)),
    })
}
