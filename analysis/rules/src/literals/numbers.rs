//! One number, and the types that it is a value of.

use crate::checks::constant_type_mismatch::NoValue;
use crate::facts::{AnyFacts, Facts, Meant};
use crate::map_text::TextProblem;
use ir::types::{Signedness, Type};
use syntax::TextRange;

pub(super) const TYPE: &str = "constant-type-mismatch";
pub(super) const RANGE: &str = "constant-out-of-range";
pub(super) const SHAPE: &str = "constant-elements-shape";

pub(super) fn problem_at(code: &'static str, range: TextRange, facts: impl Facts) -> Option<TextProblem> {
    Some(TextProblem::new(code, range, facts))
}

/// The problem of one number of that type, with the code.
pub(super) fn judge(
    text: &str,
    is_negative: bool,
    is_float: bool,
    ty: &Type,
) -> Option<(&'static str, AnyFacts)> {
    let sign = if is_negative { "-" } else { "" };
    let hex = text.strip_prefix("0x");
    match ty {
        Type::Float(kind) => {
            if is_float {
                return None;
            }
            let Some(digits) = hex else {
                let sentence = format!("{sign}{text} is not a value of type {ty}: write {sign}{text}.0");
                let text = format!("{sign}{text}.0");
                return Some((TYPE, AnyFacts::new(Meant { sentence, text })));
            };
            if is_negative {
                return Some((TYPE, AnyFacts::new("the bits of a float have no sign")));
            }
            let bits = bits(digits, 16)?;
            (bits > u64::from(kind.width))
                .then(|| (RANGE, AnyFacts::new(format!("{text} does not fit {ty}"))))
        }
        _ if is_float => {
            let facts = NoValue { number: format!("{sign}{text}"), ty: ty.clone() };
            Some((TYPE, AnyFacts::new(facts)))
        }
        Type::Index => out_of_range(text, is_negative, 64, Signedness::Signed, ty),
        Type::Integer { width, signedness } => out_of_range(text, is_negative, *width, *signedness, ty),
        _ => None,
    }
}

/// The number of bits that a number takes; `None` beyond 128.
fn bits(digits: &str, radix: u32) -> Option<u64> {
    let digits = digits.trim_start_matches('0');
    if digits.is_empty() {
        return Some(0);
    }
    let value = u128::from_str_radix(digits, radix).ok()?;
    Some(u64::from(128 - value.leading_zeros()))
}

fn out_of_range(
    text: &str,
    is_negative: bool,
    width: u32,
    signedness: Signedness,
    ty: &Type,
) -> Option<(&'static str, AnyFacts)> {
    let sign = if is_negative { "-" } else { "" };
    let (digits, radix) = text.strip_prefix("0x").map_or((text, 10), |it| (it, 16));
    if width > 128 {
        return None;
    }
    let value = u128::from_str_radix(digits, radix);
    let wrong = || Some((RANGE, AnyFacts::new(format!("{sign}{text} does not fit {ty}"))));
    let Ok(value) = value else { return wrong() };
    if is_negative && signedness == Signedness::Unsigned {
        return Some((RANGE, AnyFacts::new(format!("{ty} has no negative values: {sign}{text}"))));
    }
    // The greatest magnitude; signless types take the unsigned range too.
    let half = 1_u128.checked_shl(width.saturating_sub(1)).unwrap_or_default();
    let fits = match (is_negative, signedness) {
        // Minus zero is not a number to MLIR.
        (true, _) => value > 0 && value <= half && width > 0,
        (false, Signedness::Signed) => value < half.max(1),
        (false, _) => width == 128 || value < 1_u128.checked_shl(width).unwrap_or_default(),
    };
    if fits { None } else { wrong() }
}
