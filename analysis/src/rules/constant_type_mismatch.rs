//! `constant-type-mismatch`: a literal that is no value of its type.

use crate::types::Type;
use std::fmt;

/// A number that is no value of a type.
#[derive(Debug, PartialEq)]
pub(crate) struct NoValue {
    pub(crate) number: String,
    pub(crate) ty: Type,
}

impl fmt::Display for NoValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is not a value of type {}", self.number, self.ty)
    }
}

/// An integer with a sign in its type.
#[derive(Debug, PartialEq)]
pub(crate) struct Signed {
    pub(crate) ty: Type,
}

impl fmt::Display for Signed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "constants of arith have no sign in their type: {}", self.ty)
    }
}
