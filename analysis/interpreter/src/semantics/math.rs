//! `math`, for the functions that the standard library knows.

use super::super::fault::{Cause, unsupported};
use super::super::scalar::Scalar;
use super::convert::zero_extended;
use super::lane::{Exactness, Lane};
use syntax::ods::semantics::Function;

pub(super) fn function(function: Function) -> Option<Lane> {
    Some(match function {
        Function::AbsInteger => |_, it, _| Ok(Scalar::Integer(it[0].integer()?.wrapping_abs())),
        Function::Ones => |op, it, _| Ok(Scalar::Integer(zero_extended(op, it)?.count_ones().into())),
        Function::AbsFloat => |_, it, _| kept(it, f64::abs),
        Function::Floor => |_, it, _| kept(it, f64::floor),
        Function::Ceil => |_, it, _| kept(it, f64::ceil),
        Function::Round => |_, it, _| kept(it, f64::round),
        Function::RoundEven => |_, it, _| kept(it, f64::round_ties_even),
        Function::Trunc => |_, it, _| kept(it, f64::trunc),
        Function::Sqrt => |_, it, exactness| rounding(it, exactness, f64::sqrt),
        Function::Rsqrt => |_, it, exactness| rounding(it, exactness, |it| 1.0 / it.sqrt()),
        Function::Exp => |_, it, exactness| rounding(it, exactness, f64::exp),
        Function::Exp2 => |_, it, exactness| rounding(it, exactness, f64::exp2),
        Function::ExpM1 => |_, it, exactness| rounding(it, exactness, f64::exp_m1),
        Function::Ln => |_, it, exactness| rounding(it, exactness, f64::ln),
        Function::Log2 => |_, it, exactness| rounding(it, exactness, f64::log2),
        Function::Log10 => |_, it, exactness| rounding(it, exactness, f64::log10),
        Function::Ln1p => |_, it, exactness| rounding(it, exactness, f64::ln_1p),
        Function::Sin => |_, it, exactness| rounding(it, exactness, f64::sin),
        Function::Cos => |_, it, exactness| rounding(it, exactness, f64::cos),
        Function::Tan => |_, it, exactness| rounding(it, exactness, f64::tan),
        Function::Tanh => |_, it, exactness| rounding(it, exactness, f64::tanh),
        Function::Atan => |_, it, exactness| rounding(it, exactness, f64::atan),
        Function::Pow => |_, it, exactness| {
            let power = widened(it[1])?;
            rounding(it, exactness, |it| it.powf(power))
        },
        Function::CopySign => |_, it, _| {
            let sign = widened(it[1])?;
            kept(it, |it| it.copysign(sign))
        },
        Function::Fma => |_, it, exactness| {
            exactness.0 = false;
            match (it[0], it[1], it[2]) {
                (Scalar::F32(a), Scalar::F32(b), Scalar::F32(c)) => Ok(Scalar::F32(a.mul_add(b, c))),
                (Scalar::F64(a), Scalar::F64(b), Scalar::F64(c)) => Ok(Scalar::F64(a.mul_add(b, c))),
                _ => unsupported("integers"),
            }
        },
        _ => return None,
    })
}

fn widened(it: Scalar) -> Result<f64, Cause> {
    match it {
        Scalar::F32(value) => Ok(value.into()),
        Scalar::F64(value) => Ok(value),
        _ => unsupported("an integer"),
    }
}

/// A function of floats whose results need no rounding.
fn kept(it: &[Scalar], of: impl Fn(f64) -> f64) -> Result<Scalar, Cause> {
    let value = of(widened(it[0])?);
    Ok(if let Scalar::F32(_) = it[0] { Scalar::F32(value as f32) } else { Scalar::F64(value) })
}

fn rounding(it: &[Scalar], exactness: &mut Exactness, of: impl Fn(f64) -> f64) -> Result<Scalar, Cause> {
    exactness.0 = false;
    kept(it, of)
}
