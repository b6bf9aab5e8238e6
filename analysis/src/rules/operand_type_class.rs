//! `operand-type-class`: a type that is not of the class that the operation works on.

use crate::types::Type;
use std::fmt;

/// An operand of a type that its operation does not take.
#[derive(Debug, PartialEq)]
pub(crate) struct WrongClass {
    pub(crate) op: Box<str>,
    pub(crate) takes: &'static str,
    pub(crate) operand: Box<str>,
    pub(crate) ty: Type,
}

impl fmt::Display for WrongClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { op, takes, operand, ty } = self;
        write!(f, "{op} takes {takes}, but {operand} has type {ty}")
    }
}
