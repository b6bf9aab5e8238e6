//! `arith`: arithmetic and comparisons.

use super::super::attribute::Attribute;
use super::super::fault::{Cause, undefined, unsupported};
use super::super::program::Operation;
use super::super::scalar::{Scalar, unsigned};
use super::lane::{Exactness, Lane};
use syntax::ods::semantics::{Float, Integer};

pub(super) fn integers(operation: Integer) -> Lane {
    match operation {
        Integer::Add => |_, it, _| signed(it, i64::wrapping_add),
        Integer::Sub => |_, it, _| signed(it, i64::wrapping_sub),
        Integer::Mul => |_, it, _| signed(it, i64::wrapping_mul),
        Integer::And => |_, it, _| signed(it, |left, right| left & right),
        Integer::Or => |_, it, _| signed(it, |left, right| left | right),
        Integer::Xor => |_, it, _| signed(it, |left, right| left ^ right),
        Integer::MaxSigned => |_, it, _| signed(it, i64::max),
        Integer::MinSigned => |_, it, _| signed(it, i64::min),
        Integer::MaxUnsigned => |op, it, _| without_sign(op, it, u64::max),
        Integer::MinUnsigned => |op, it, _| without_sign(op, it, u64::min),
        Integer::DivSigned => |_, it, _| signed_division(it, i64::wrapping_div),
        Integer::RemSigned => |_, it, _| signed_division(it, i64::wrapping_rem),
        Integer::FloorDivSigned => |_, it, _| {
            signed_division(it, |left, right| {
                let quotient = left.wrapping_div(right);
                quotient - i64::from(left.wrapping_rem(right) != 0 && (left < 0) != (right < 0))
            })
        },
        Integer::CeilDivSigned => |_, it, _| {
            signed_division(it, |left, right| {
                let quotient = left.wrapping_div(right);
                quotient + i64::from(left.wrapping_rem(right) != 0 && (left < 0) == (right < 0))
            })
        },
        Integer::DivUnsigned => |op, it, _| unsigned_division(op, it, |left, right| left / right),
        Integer::RemUnsigned => |op, it, _| unsigned_division(op, it, |left, right| left % right),
        Integer::CeilDivUnsigned => |op, it, _| unsigned_division(op, it, u64::div_ceil),
        Integer::ShiftLeft => |op, it, _| shift(op, it, |value, by| value << by),
        Integer::ShiftRightSigned => |op, it, _| shift(op, it, |value, by| value >> by),
        Integer::ShiftRightUnsigned => |op, it, _| {
            let width = width(op)?;
            let value = unsigned(it[0].integer()?, width);
            shift(op, &[Scalar::Integer(value as i64), it[1]], |value, by| (value as u64 >> by) as i64)
        },
    }
}

pub(super) fn floats(operation: Float) -> Lane {
    match operation {
        Float::Add => |_, it, exactness| sum(it, 1.0, exactness),
        Float::Sub => |_, it, exactness| sum(it, -1.0, exactness),
        Float::Mul => |_, it, exactness| product(it, exactness),
        Float::Div => |_, it, exactness| rounding(it, exactness, |left, right| left / right),
        Float::Rem => |_, it, exactness| rounding(it, exactness, |left, right| left % right),
        Float::Maximum => |_, it, _| extreme(it, true, true),
        Float::Minimum => |_, it, _| extreme(it, false, true),
        Float::MaxNum => |_, it, _| extreme(it, true, false),
        Float::MinNum => |_, it, _| extreme(it, false, false),
    }
}

pub(super) fn negated(_: &Operation, it: &[Scalar], _: &mut Exactness) -> Result<Scalar, Cause> {
    match it[0] {
        Scalar::F32(value) => Ok(Scalar::F32(-value)),
        Scalar::F64(value) => Ok(Scalar::F64(-value)),
        _ => unsupported("a negated integer"),
    }
}

fn width(op: &Operation) -> Result<u32, Cause> {
    op.operand_element().map_or_else(|| unsupported("operands of such a type"), |it| Ok(it.width()))
}

fn signed(it: &[Scalar], of: impl Fn(i64, i64) -> i64) -> Result<Scalar, Cause> {
    Ok(Scalar::Integer(of(it[0].integer()?, it[1].integer()?)))
}

fn without_sign(op: &Operation, it: &[Scalar], of: impl Fn(u64, u64) -> u64) -> Result<Scalar, Cause> {
    let width = width(op)?;
    let [left, right] = [it[0], it[1]].map(|it| it.integer().map(|it| unsigned(it, width)));
    Ok(Scalar::Integer(of(left?, right?) as i64))
}

fn signed_division(it: &[Scalar], of: impl Fn(i64, i64) -> i64) -> Result<Scalar, Cause> {
    if it[1].integer()? == 0 {
        return undefined("division by zero");
    }
    signed(it, of)
}

fn unsigned_division(op: &Operation, it: &[Scalar], of: impl Fn(u64, u64) -> u64) -> Result<Scalar, Cause> {
    if it[1].integer()? == 0 {
        return undefined("division by zero");
    }
    without_sign(op, it, of)
}

/// A shift by the width or more is poison.
fn shift(op: &Operation, it: &[Scalar], of: impl Fn(i64, u32) -> i64) -> Result<Scalar, Cause> {
    let width = width(op)?;
    let by = unsigned(it[1].integer()?, width);
    Ok(match u32::try_from(by) {
        Ok(by) if by < width => Scalar::Integer(of(it[0].integer()?, by)),
        _ => Scalar::Poison,
    })
}

/// The predicate's number, as its enumeration has it.
fn predicate(op: &Operation) -> Result<i64, Cause> {
    match op.attribute("predicate") {
        Some(Attribute::Number(Scalar::Integer(value))) => Ok(*value),
        _ => unsupported("a comparison without predicate"),
    }
}

pub(super) fn compare_integers(op: &Operation, it: &[Scalar], _: &mut Exactness) -> Result<Scalar, Cause> {
    let width = width(op)?;
    let (left, right) = (it[0].integer()?, it[1].integer()?);
    let (low, high) = (unsigned(left, width), unsigned(right, width));
    Ok(Scalar::bool(match predicate(op)? {
        0 => left == right,
        1 => left != right,
        2 => left < right,
        3 => left <= right,
        4 => left > right,
        5 => left >= right,
        6 => low < high,
        7 => low <= high,
        8 => low > high,
        9 => low >= high,
        _ => return unsupported("such a predicate"),
    }))
}

/// Numbers 1 to 6 are ordered, 8 to 13 the same or unordered.
pub(super) fn compare_floats(op: &Operation, it: &[Scalar], _: &mut Exactness) -> Result<Scalar, Cause> {
    let (left, right) = both(it)?;
    let is_unordered = left.is_nan() || right.is_nan();
    let compared = |number| match number {
        1 => left == right,
        2 => left > right,
        3 => left >= right,
        4 => left < right,
        5 => left <= right,
        _ => left != right,
    };
    Ok(Scalar::bool(match predicate(op)? {
        0 => false,
        number @ 1..=6 => !is_unordered && compared(number),
        7 => !is_unordered,
        number @ 8..=13 => is_unordered || compared(number - 7),
        14 => is_unordered,
        15 => true,
        _ => return unsupported("such a predicate"),
    }))
}

/// Two floats of one type, widened.
fn both(it: &[Scalar]) -> Result<(f64, f64), Cause> {
    match (it[0], it[1]) {
        (Scalar::F32(left), Scalar::F32(right)) => Ok((left.into(), right.into())),
        (Scalar::F64(left), Scalar::F64(right)) => Ok((left, right)),
        _ => unsupported("floats of two types"),
    }
}

/// `left + sign * right`. Exact is what gives both summands back (Dekker 1971, Knuth's two-sum).
fn sum(it: &[Scalar], sign: f64, exactness: &mut Exactness) -> Result<Scalar, Cause> {
    let (left, right) = both(it)?;
    let right = sign * right;
    let sum = left + right;
    let part = sum - left;
    let is_exact = !sum.is_finite() || left - (sum - part) == 0.0 && right - part == 0.0;
    Ok(rounded(it[0], sum, is_exact, exactness))
}

fn product(it: &[Scalar], exactness: &mut Exactness) -> Result<Scalar, Cause> {
    let (left, right) = both(it)?;
    let product = left * right;
    let is_exact = !product.is_finite() || left.mul_add(right, -product) == 0.0;
    Ok(rounded(it[0], product, is_exact, exactness))
}

/// An operation that is never taken for exact. Computed in the wider type and rounded, a quotient of `f32` is the same.
fn rounding(it: &[Scalar], exactness: &mut Exactness, of: impl Fn(f64, f64) -> f64) -> Result<Scalar, Cause> {
    let (left, right) = both(it)?;
    Ok(rounded(it[0], of(left, right), false, exactness))
}

/// The value in the type of `like`. The double of a sum or product of `f32` rounds to the same as the exact value:
/// 53 bits are at least 2 * 24 + 2 (Figueroa 1995).
fn rounded(like: Scalar, value: f64, is_exact: bool, exactness: &mut Exactness) -> Scalar {
    match like {
        Scalar::F32(_) => {
            exactness.0 &= is_exact && (value.is_nan() || f64::from(value as f32) == value);
            Scalar::F32(value as f32)
        }
        _ => {
            exactness.0 &= is_exact;
            Scalar::F64(value)
        }
    }
}

/// The greatest or least; NaN wins where `is_ieee`, else it loses. −0 is below +0.
fn extreme(it: &[Scalar], is_greatest: bool, is_ieee: bool) -> Result<Scalar, Cause> {
    let (left, right) = both(it)?;
    let takes_left = match (left.is_nan(), right.is_nan()) {
        (true, _) => is_ieee,
        (_, true) => !is_ieee,
        _ if left == right => left.is_sign_positive() == is_greatest,
        _ => (left > right) == is_greatest,
    };
    Ok(if takes_left { it[0] } else { it[1] })
}
