//! The effect of another order of the terms on floating-point numbers.

use crate::reason::Reason;
use polyhedral::loops::reduction::Reduction;
use syntax::ods::Combining;

/// The effect of another order of the terms on a folded value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) enum Rounding {
    #[default]
    Same,
    /// Floating-point numbers are rounded otherwise.
    Other,
}

impl Rounding {
    /// By rounding the result depends on the order in which numbers are folded.
    pub(super) fn of(reduction: &Reduction) -> Self {
        if reduction.combining.is_some_and(Combining::rounds) { Self::Other } else { Self::Same }
    }
}

pub(super) fn forbidden_reassociation() -> Reason {
    Reason::new(
        "it would fold floating-point numbers in another order, which the setting `vectorize.reassociate` forbids",
    )
}
