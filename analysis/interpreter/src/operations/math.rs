//! `math`, for the functions that the standard library knows.

use super::super::fault::{Cause, unsupported};
use super::super::value::Scalar;
use super::convert::zero_extended;
use super::{Exactness, Lane};

pub(super) fn lane(name: &str) -> Option<Lane> {
    Some(match name {
        "math.absi" => |_, it, _| Ok(Scalar::Integer(it[0].integer()?.wrapping_abs())),
        "math.ctpop" => |op, it, _| Ok(Scalar::Integer(zero_extended(op, it)?.count_ones().into())),
        "math.absf" => |_, it, _| kept(it, f64::abs),
        "math.floor" => |_, it, _| kept(it, f64::floor),
        "math.ceil" => |_, it, _| kept(it, f64::ceil),
        "math.round" => |_, it, _| kept(it, f64::round),
        "math.roundeven" => |_, it, _| kept(it, f64::round_ties_even),
        "math.trunc" => |_, it, _| kept(it, f64::trunc),
        "math.sqrt" => |_, it, exactness| rounding(it, exactness, f64::sqrt),
        "math.rsqrt" => |_, it, exactness| rounding(it, exactness, |it| 1.0 / it.sqrt()),
        "math.exp" => |_, it, exactness| rounding(it, exactness, f64::exp),
        "math.exp2" => |_, it, exactness| rounding(it, exactness, f64::exp2),
        "math.expm1" => |_, it, exactness| rounding(it, exactness, f64::exp_m1),
        "math.log" => |_, it, exactness| rounding(it, exactness, f64::ln),
        "math.log2" => |_, it, exactness| rounding(it, exactness, f64::log2),
        "math.log10" => |_, it, exactness| rounding(it, exactness, f64::log10),
        "math.log1p" => |_, it, exactness| rounding(it, exactness, f64::ln_1p),
        "math.sin" => |_, it, exactness| rounding(it, exactness, f64::sin),
        "math.cos" => |_, it, exactness| rounding(it, exactness, f64::cos),
        "math.tan" => |_, it, exactness| rounding(it, exactness, f64::tan),
        "math.tanh" => |_, it, exactness| rounding(it, exactness, f64::tanh),
        "math.atan" => |_, it, exactness| rounding(it, exactness, f64::atan),
        "math.powf" => |_, it, exactness| {
            let power = widened(it[1])?;
            rounding(it, exactness, |it| it.powf(power))
        },
        "math.copysign" => |_, it, _| {
            let sign = widened(it[1])?;
            kept(it, |it| it.copysign(sign))
        },
        "math.fma" | "vector.fma" => |_, it, exactness| {
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
