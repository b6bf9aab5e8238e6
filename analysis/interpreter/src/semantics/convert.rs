//! Conversions of `arith`.

use super::super::fault::{Cause, unsupported};
use super::super::program::Operation;
use super::super::scalar::{Scalar, unsigned};
use super::super::types::Element;
use super::lane::{Exactness, Lane};
use syntax::ods::semantics::Cast;

pub(super) fn cast(cast: Cast) -> Lane {
    match cast {
        // Integers are kept sign-extended, and the caller wraps the result.
        Cast::ExtendSigned | Cast::Truncate | Cast::IndexSigned => |_, it, _| Ok(it[0]),
        Cast::ExtendUnsigned | Cast::IndexUnsigned => {
            |op, it, _| Ok(Scalar::Integer(zero_extended(op, it)? as i64))
        }
        Cast::SignedToFloat => |op, it, exactness| {
            let value = it[0].integer()?;
            float(op, value as f64, (value as f64) as i64 == value, exactness)
        },
        Cast::UnsignedToFloat => |op, it, exactness| {
            let value = zero_extended(op, it)?;
            float(op, value as f64, (value as f64) as u64 == value, exactness)
        },
        Cast::FloatToSigned => |op, it, _| to_integer(op, it, true),
        Cast::FloatToUnsigned => |op, it, _| to_integer(op, it, false),
        Cast::ExtendFloat | Cast::TruncateFloat | Cast::ConvertFloat => |op, it, exactness| match it[0] {
            Scalar::F32(value) => float(op, value.into(), true, exactness),
            Scalar::F64(value) => float(op, value, true, exactness),
            _ => unsupported("an integer"),
        },
        Cast::Bits => |op, it, _| match (it[0], op.result_element()) {
            (Scalar::F32(value), Some(Element::Integer(32))) => Ok(Scalar::Integer(value.to_bits().into())),
            (Scalar::F64(value), Some(Element::Integer(64))) => Ok(Scalar::Integer(value.to_bits() as i64)),
            (Scalar::Integer(value), Some(Element::F32)) => Ok(Scalar::F32(f32::from_bits(value as u32))),
            (Scalar::Integer(value), Some(Element::F64)) => Ok(Scalar::F64(f64::from_bits(value as u64))),
            (value, _) => Ok(value),
        },
    }
}

/// The bits of an integer operand.
pub(super) fn zero_extended(op: &Operation, it: &[Scalar]) -> Result<u64, Cause> {
    Ok(unsigned(it[0].integer()?, op.operand_element().map_or(64, Element::width)))
}

fn float(op: &Operation, value: f64, is_exact: bool, exactness: &mut Exactness) -> Result<Scalar, Cause> {
    match op.result_element() {
        Some(Element::F32) => {
            exactness.0 &= is_exact && f64::from(value as f32) == value;
            Ok(Scalar::F32(value as f32))
        }
        _ => {
            exactness.0 &= is_exact;
            Ok(Scalar::F64(value))
        }
    }
}

/// A number that does not fit becomes poison.
fn to_integer(op: &Operation, it: &[Scalar], is_signed: bool) -> Result<Scalar, Cause> {
    let value = match it[0] {
        Scalar::F32(value) => f64::from(value).trunc(),
        Scalar::F64(value) => value.trunc(),
        _ => return unsupported("an integer"),
    };
    let width = op.result_element().map_or(64, Element::width);
    let (least, end) = match is_signed {
        true => (-2_f64.powi(width as i32 - 1), 2_f64.powi(width as i32 - 1)),
        false => (0.0, 2_f64.powi(width as i32)),
    };
    Ok(match value >= least && value < end {
        true if is_signed => Scalar::Integer(value as i64),
        true => Scalar::Integer(value as u64 as i64),
        false => Scalar::Poison,
    })
}
