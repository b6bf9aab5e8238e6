//! Numbers at run time.

use super::fault::{Cause, undefined, unsupported};
use super::types::Element;

/// One number.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Scalar {
    /// Sign-extended from the width of its type, so `true` is −1.
    Integer(i64),
    F32(f32),
    F64(f64),
    /// An undefined number.
    Poison,
    /// A number that only the machine's [`Domain`](super::Domain) knows.
    Term(u32),
}

impl Scalar {
    pub fn bool(value: bool) -> Scalar {
        Scalar::Integer(-i64::from(value))
    }

    pub fn zero(element: Element) -> Scalar {
        Scalar::from_i64(0, element)
    }

    /// The integer in the type, wrapped or rounded to it.
    pub fn from_i64(value: i64, element: Element) -> Scalar {
        match element {
            Element::F32 => Scalar::F32(value as f32),
            Element::F64 => Scalar::F64(value as f64),
            _ => Scalar::Integer(wrap(value, element.width())),
        }
    }

    /// Whether both are the same number; NaNs are, and zeros of either sign.
    pub fn same(self, other: Scalar) -> bool {
        match (self, other) {
            (Scalar::F32(left), Scalar::F32(right)) => left == right || left.is_nan() && right.is_nan(),
            (Scalar::F64(left), Scalar::F64(right)) => left == right || left.is_nan() && right.is_nan(),
            _ => self == other,
        }
    }

    pub(super) fn integer(self) -> Result<i64, Cause> {
        match self {
            Scalar::Integer(value) => Ok(value),
            Scalar::Poison => undefined("poison decides"),
            Scalar::Term(_) => unsupported("a number decides that depends on what memory holds"),
            _ => unsupported("a float where an integer is expected"),
        }
    }
}

/// The integer with this many bits, sign-extended.
pub(super) fn wrap(value: i64, width: u32) -> i64 {
    let unused = 64 - width.clamp(1, 64);
    value << unused >> unused
}

/// The integer with this many bits, as an unsigned one.
pub(super) fn unsigned(value: i64, width: u32) -> u64 {
    let unused = 64 - width.clamp(1, 64);
    (value as u64) << unused >> unused
}
