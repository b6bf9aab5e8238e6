//! Which operations work lane by lane, and which fold.

use ir::Op;
use ir::types::Type;

/// Whether an operation on vectors is the operation on each lane. Those with scales take lanes in blocks.
pub(super) fn is_elementwise(op: &Op) -> bool {
    op.has_trait("Elementwise")
        && matches!(op.dialect(), "arith" | "math")
        && !op.name.starts_with("arith.scaling_")
}

/// What `vector.reduction` calls an operation that folds lanes.
pub(super) fn reduction_kind(operation: &str) -> Option<&'static str> {
    Some(match operation {
        "arith.addf" | "arith.addi" => "add",
        "arith.mulf" | "arith.muli" => "mul",
        "arith.minimumf" => "minimumf",
        "arith.maximumf" => "maximumf",
        "arith.minnumf" => "minnumf",
        "arith.maxnumf" => "maxnumf",
        "arith.minsi" => "minsi",
        "arith.maxsi" => "maxsi",
        "arith.minui" => "minui",
        "arith.maxui" => "maxui",
        "arith.andi" => "and",
        "arith.ori" => "or",
        "arith.xori" => "xor",
        _ => return None,
    })
}

/// The neutral element, as a literal; `None` where it is not known for the type. That of a sum of floating-point
/// numbers is −0: 0 + −0 is 0.
pub(super) fn neutral(operation: &str, ty: &Type) -> Option<String> {
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
    let width = match ty {
        Type::Integer { width, .. } => Some(*width),
        _ => None,
    };
    if width == Some(1) {
        // The one bit is the sign.
        let is_true = matches!(operation, "arith.muli" | "arith.andi" | "arith.minui" | "arith.maxsi");
        reduction_kind(operation)?;
        return Some(if is_true { "true" } else { "false" }.to_owned());
    }
    let greatest = || {
        let shift = width.filter(|it| *it <= 64)?.checked_sub(1)?;
        Some((1_u64.checked_shl(shift)?).wrapping_sub(1))
    };
    Some(match operation {
        "arith.addf" => "-0.0".to_owned(),
        "arith.mulf" => "1.0".to_owned(),
        "arith.addi" | "arith.ori" | "arith.xori" | "arith.maxui" => "0".to_owned(),
        "arith.muli" => "1".to_owned(),
        "arith.andi" | "arith.minui" => "-1".to_owned(),
        "arith.minsi" => greatest()?.to_string(),
        "arith.maxsi" => format!("-{}", greatest()?.checked_add(1)?),
        "arith.minimumf" => special("0x7C00", "0x7F80", "0x7F800000", "0x7FF0000000000000")?.to_owned(),
        "arith.maximumf" => special("0xFC00", "0xFF80", "0xFF800000", "0xFFF0000000000000")?.to_owned(),
        "arith.minnumf" | "arith.maxnumf" => {
            special("0x7E00", "0x7FC0", "0x7FC00000", "0x7FF8000000000000")?.to_owned()
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::neutral;
    use ir::types::{FLOATS, Signedness, Type};

    #[test]
    fn neutral_elements() {
        let integer = |width| Type::Integer { width, signedness: Signedness::Signless };
        let float = |name| Type::Float(*FLOATS.iter().find(|it| it.name == name).unwrap());
        let of = |operation, ty: &Type| neutral(operation, ty).unwrap_or_default();
        assert_eq!(of("arith.minsi", &integer(8)), "127");
        assert_eq!(of("arith.maxsi", &integer(8)), "-128");
        assert_eq!(of("arith.maxsi", &integer(64)), i64::MIN.to_string());
        assert_eq!(of("arith.minui", &integer(32)), "-1");
        assert_eq!(of("arith.minsi", &integer(1)), "false");
        assert_eq!(of("arith.maxsi", &integer(1)), "true");
        assert_eq!(of("arith.maximumf", &float("f32")), "0xFF800000");
        assert_eq!(of("arith.minsi", &Type::Index), "");
        assert_eq!(of("arith.maximumf", &float("f80")), "");
    }
}
