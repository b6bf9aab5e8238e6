//! Types that can be elements of vectors, and how they lie in memory.

use ir::types::{Signedness, Type};

/// Whether a scalar of the type can be a lane.
pub(super) fn is_lane(ty: &Type) -> bool {
    matches!(ty, Type::Index | Type::Float(_) | Type::Integer { signedness: Signedness::Signless, .. })
}

/// Whether elements of the type lie in memory as they lie in a vector: bits of `i1` do not, nor do types that are
/// padded.
pub(super) fn is_dense(ty: &Type) -> bool {
    match ty {
        Type::Index => true,
        Type::Integer { width, .. } => matches!(width, 8 | 16 | 32 | 64),
        Type::Float(kind) => matches!(kind.name, "f16" | "bf16" | "f32" | "f64"),
        _ => false,
    }
}

/// Width in bits; that of `index` as on today's machines.
pub(super) fn bits(ty: &Type) -> Option<u64> {
    match ty {
        Type::Index => Some(64),
        Type::Integer { width, .. } => Some(u64::from(*width)),
        Type::Float(kind) => Some(u64::from(kind.width)),
        _ => None,
    }
}

/// `vector<4xf32>`
pub(super) fn vector(width: u64, element: &Type) -> String {
    format!("vector<{width}x{element}>")
}
