//! What another order of the terms does to floating-point numbers.

use crate::reason::Reason;

/// What another order of the terms does to a value that is folded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) enum Rounding {
    #[default]
    Same,
    /// Floating-point numbers are rounded otherwise.
    Other,
}

impl Rounding {
    pub(super) fn of(operation: &str) -> Self {
        if rounds(operation) { Self::Other } else { Self::Same }
    }
}

pub(super) fn forbidden_reassociation() -> Reason {
    Reason::new(
        "it would fold floating-point numbers in another order, which the setting `vectorize.reassociate` forbids",
    )
}

/// Whether the result depends on the order in which numbers are folded, by rounding.
pub(super) fn rounds(operation: &str) -> bool {
    matches!(operation, "arith.addf" | "arith.mulf")
}
