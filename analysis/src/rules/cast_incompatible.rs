//! `cast-incompatible`: a conversion that its operation does not do.

use crate::types::Type;
use std::fmt;

/// A conversion between types that its operation does not relate.
#[derive(Debug, PartialEq)]
pub(crate) struct NoConversion {
    pub(crate) op: Box<str>,
    pub(crate) from: Type,
    pub(crate) to: Type,
    pub(crate) why: String,
}

impl fmt::Display for NoConversion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { op, from, to, why } = self;
        write!(f, "{op} cannot convert {from} to {to}: {why}")
    }
}
