//! Why a program ends before its time.

use std::fmt;

use syntax::TextRange;

/// Why, and at which operation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    pub cause: Cause,
    /// The operation's first line, in the generic form.
    pub operation: String,
    /// The operation's full name, where one is to blame.
    pub name: Option<String>,
    /// Where it is, if it comes from a file.
    pub place: Option<TextRange>,
    /// Whether the operation only reads.
    pub is_load: bool,
}

impl Fault {
    /// Where no operation is to blame.
    pub fn of(cause: Cause, what: &str) -> Fault {
        Fault { cause, operation: what.to_owned(), name: None, place: None, is_load: false }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cause {
    /// An element outside a memref or its view.
    OutOfBounds(String),
    /// Memory that is used or freed after its end, or freed where only the end of a region may end it.
    Lifetime(String),
    /// Iterations of a parallel loop touch the same element, and one of them writes it.
    Race(String),
    /// Behaviour that MLIR leaves undefined: division by zero, a branch on poison.
    Undefined(String),
    /// It takes too many steps.
    Endless,
    /// The interpreter does not know it.
    Unsupported(String),
}

impl Cause {
    /// Whether the program has no meaning from here on.
    pub fn is_undefined(&self) -> bool {
        matches!(self, Cause::OutOfBounds(_) | Cause::Lifetime(_) | Cause::Undefined(_))
    }

    /// Whether an access is to blame that memory does not allow: a load may give anything instead.
    pub(super) fn is_about_memory(&self) -> bool {
        matches!(self, Cause::OutOfBounds(_) | Cause::Lifetime(_))
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cause::OutOfBounds(what) => write!(f, "out of bounds: {what}"),
            Cause::Lifetime(what) => write!(f, "lifetime: {what}"),
            Cause::Race(what) => write!(f, "race: {what}"),
            Cause::Undefined(what) => write!(f, "undefined: {what}"),
            Cause::Endless => write!(f, "too many steps"),
            Cause::Unsupported(what) => write!(f, "not supported: {what}"),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n  at {}", self.cause, self.operation)
    }
}

/// Short for the cause of the many things that a program may not do.
pub(super) fn undefined<T>(what: impl Into<String>) -> Result<T, Cause> {
    Err(Cause::Undefined(what.into()))
}

pub(super) fn unsupported<T>(what: impl Into<String>) -> Result<T, Cause> {
    Err(Cause::Unsupported(what.into()))
}
