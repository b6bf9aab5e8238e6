//! Neutral elements as they are written.

use crate::rewrite::RootText;
use ir::types::Type;
use ir::{OpKind, ValueId};
use syntax::SyntaxNode;
use syntax::ast::{self, AstNode};
use syntax::ods::{Combining, Neutral, Registry};

/// The literal of a neutral element; `None` where it is not known for the type.
pub(crate) fn literal(neutral: Neutral, ty: &Type) -> Option<String> {
    let special = |f16: &'static str, bf16: &'static str, f32: &'static str, f64: &'static str| {
        let Type::Float(kind) = ty else { return None };
        match kind.name {
            "f16" => Some(f16),
            "bf16" => Some(bf16),
            "f32" => Some(f32),
            "f64" => Some(f64),
            _ => None,
        }
    };
    let greatest = || {
        let Type::Integer { width, .. } = ty else { return None };
        let shift = Some(*width).filter(|it| *it <= 64)?.checked_sub(1)?;
        Some((1_u64.checked_shl(shift)?).wrapping_sub(1))
    };
    Some(match neutral {
        Neutral::Zero => "0".to_owned(),
        Neutral::One => "1".to_owned(),
        Neutral::Ones => "-1".to_owned(),
        Neutral::GreatestSigned => greatest()?.to_string(),
        Neutral::LeastSigned => format!("-{}", greatest()?.checked_add(1)?),
        Neutral::NegativeZero => "-0.0".to_owned(),
        Neutral::FloatOne => "1.0".to_owned(),
        Neutral::Infinity => special("0x7C00", "0x7F80", "0x7F800000", "0x7FF0000000000000")?.to_owned(),
        Neutral::NegativeInfinity => {
            special("0xFC00", "0xFF80", "0xFF800000", "0xFFF0000000000000")?.to_owned()
        }
        Neutral::Nan => special("0x7E00", "0x7FC0", "0x7FC00000", "0x7FF8000000000000")?.to_owned(),
    })
}

/// Whether values can be combined as a name in `AtomicRMWKind` says, from a neutral element that can be written.
pub(crate) fn is_known(kind: &str, ty: &Type) -> bool {
    Combining::of_atomic_kind(kind)
        .is_some_and(|it| Registry::computing(it.semantics).is_some() && literal(it.neutral, ty).is_some())
}

/// The number that a constant is written as.
pub(crate) fn written(constant: &SyntaxNode) -> Option<String> {
    let attribute = ast::children::<ast::Attribute>(constant).next()?;
    let text = attribute.syntax().text().to_string();
    let literal = text.split(':').next()?.trim();
    let is_number = literal.bytes().all(|it| it.is_ascii_alphanumeric() || matches!(it, b'-' | b'+' | b'.'));
    (is_number && !literal.is_empty()).then(|| literal.to_owned())
}

/// Whether folding with the literal is folding with the neutral element. Zeros are one number, of either sign.
pub(crate) fn is_neutral(literal: &str, neutral: &str, ty: &Type) -> bool {
    match (ty, literal.parse::<f64>(), neutral.parse::<f64>()) {
        (Type::Float(_), Ok(a), Ok(b)) => a == b,
        _ => literal.eq_ignore_ascii_case(neutral),
    }
}

/// Whether a value is a constant of this text that changes nothing when another one is combined with it.
pub(crate) fn is_neutral_value(source: &RootText<'_>, value: ValueId, neutral: Neutral) -> bool {
    let ir = source.ir;
    let ty = &ir.values[value].ty;
    let written = || {
        let op = ir.defining_op(value).filter(|it| ir.ops[*it].pointer.root == source.root)?;
        let is_constant = matches!(ir.ops[op].kind, OpKind::ConstantInteger(_) | OpKind::Constant);
        written(&source.operation(op).filter(|_| is_constant)?)
    };
    written().zip(literal(neutral, ty)).is_some_and(|it| is_neutral(&it.0, &it.1, ty))
}

#[cfg(test)]
mod tests {
    use super::literal;
    use ir::types::{FLOATS, Signedness, Type};
    use syntax::ods::Neutral;

    #[test]
    fn literals() {
        let integer = |width| Type::Integer { width, signedness: Signedness::Signless };
        let float = |name| Type::Float(*FLOATS.iter().find(|it| it.name == name).unwrap());
        let of = |neutral, ty: &Type| literal(neutral, ty).unwrap_or_default();
        assert_eq!(of(Neutral::GreatestSigned, &integer(8)), "127");
        assert_eq!(of(Neutral::LeastSigned, &integer(8)), "-128");
        assert_eq!(of(Neutral::LeastSigned, &integer(64)), i64::MIN.to_string());
        assert_eq!(of(Neutral::Ones, &integer(32)), "-1");
        assert_eq!(of(Neutral::GreatestSigned, &integer(1)), "0");
        assert_eq!(of(Neutral::LeastSigned, &integer(1)), "-1");
        assert_eq!(of(Neutral::NegativeInfinity, &float("f32")), "0xFF800000");
        assert_eq!(of(Neutral::GreatestSigned, &Type::Index), "");
        assert_eq!(of(Neutral::NegativeInfinity, &float("f80")), "");
    }
}
