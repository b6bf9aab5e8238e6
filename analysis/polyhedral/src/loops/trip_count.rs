//! Trip counts: how many iterations one run of a loop has.

use super::bounds::{constant_lower, constant_upper};
use ir::affine::{AffineExpr, BinaryOp};
use ir::{For, Ir, OpId};

/// The trip count of an `affine.for` where it is the same number for every run of the loop, else `None`.
pub fn constant_trip_count(ir: &Ir, op: OpId, loop_: &For) -> Option<u64> {
    let step = u64::try_from(loop_.step?).ok().filter(|it| *it > 0)?;
    Some(constant_span(ir, op, loop_)?.div_ceil(step))
}

/// Upper minus lower bound, at least 0, where that is one number: two constants, or one expression plus constants.
pub fn constant_span(ir: &Ir, op: OpId, loop_: &For) -> Option<u64> {
    let span = match (constant_lower(ir, op, loop_), constant_upper(ir, op, loop_)) {
        (Some(lower), Some(upper)) => upper.checked_sub(lower)?,
        _ => shifted_span(ir, op, loop_)?,
    };
    Some(u64::try_from(span).unwrap_or(0))
}

/// The difference of two single bounds over the same operands that differ by a constant.
fn shifted_span(ir: &Ir, op: OpId, loop_: &For) -> Option<i64> {
    let (lower, upper) = (loop_.lower.map.as_ref()?, loop_.upper.map.as_ref()?);
    let operands = |range| ir.operand_values(op, range).collect::<Option<Vec<_>>>();
    let same_operands = operands(&loop_.lower.operands)? == operands(&loop_.upper.operands)?;
    let same_inputs = (lower.dims, lower.symbols) == (upper.dims, upper.symbols);
    let ([lower], [upper]) = (&*lower.results, &*upper.results) else { return None };
    let ((lower, from), (upper, to)) = (split(lower)?, split(upper)?);
    if same_operands && same_inputs && lower == upper { to.checked_sub(from) } else { None }
}

/// An expression without the constant that is added last.
fn split(expr: &AffineExpr) -> Option<(Option<&AffineExpr>, i64)> {
    Some(match expr {
        AffineExpr::Constant(value) => (None, *value),
        AffineExpr::Binary(BinaryOp::Add, left, right) => match right.as_constant() {
            Some(constant) => (Some(left), constant),
            None => (Some(expr), 0),
        },
        _ => (Some(expr), 0),
    })
}
