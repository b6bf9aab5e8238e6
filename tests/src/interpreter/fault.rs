//! Why a program ends before its time.

use std::fmt;

/// Why, and at which operation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    pub cause: Cause,
    /// The operation's first line, in the generic form.
    pub operation: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cause {
    /// An element outside a memref, its view or its lifetime.
    OutOfBounds(String),
    /// Iterations of a parallel loop touch the same element, and one of them writes it.
    Race(String),
    /// What MLIR leaves undefined: division by zero, a branch on poison.
    Undefined(String),
    /// It takes too many steps.
    Endless,
    /// The interpreter does not know it.
    Unsupported(String),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.cause {
            Cause::OutOfBounds(what) => write!(f, "out of bounds: {what}")?,
            Cause::Race(what) => write!(f, "race: {what}")?,
            Cause::Undefined(what) => write!(f, "undefined: {what}")?,
            Cause::Endless => write!(f, "too many steps")?,
            Cause::Unsupported(what) => write!(f, "not supported: {what}")?,
        }
        write!(f, "\n  at {}", self.operation)
    }
}

/// Short for the cause of the many things that a program may not do.
pub(super) fn undefined<T>(what: impl Into<String>) -> Result<T, Cause> {
    Err(Cause::Undefined(what.into()))
}

pub(super) fn unsupported<T>(what: impl Into<String>) -> Result<T, Cause> {
    Err(Cause::Unsupported(what.into()))
}
