//! Why two functions could not be compared.

use std::fmt;

use interpreter::{Fault, Function, Obstacle, Operation};
use syntax::TextRange;

use crate::inconclusive::Inconclusive;
use crate::witness::Pair;

/// The obstacle to a proof, and where it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason {
    pub obstacle: Inconclusive,
    /// The operation that is to blame, where one is.
    pub operation: Option<OperationSite>,
    /// The operation of the other program that is not shown to give the same.
    pub counterpart: Option<OperationSite>,
    /// The text of the operation that is to blame, where it has no place.
    text: Option<String>,
}

/// An operation of one of two files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OperationSite {
    /// Whether it is in the second file.
    pub is_second: bool,
    /// Its full name.
    pub name: String,
    pub range: TextRange,
}

impl Reason {
    pub(crate) fn of(obstacle: Inconclusive) -> Self {
        Self { obstacle, operation: None, counterpart: None, text: None }
    }

    /// That a program ends before its time.
    pub(crate) fn of_fault(is_second: bool, fault: &Fault) -> Self {
        let cause = fault.cause.to_string();
        Self::of(Inconclusive::Fault { is_second, cause }).at(is_second, fault)
    }

    /// The same, of the operation of a fault.
    pub(crate) fn at(mut self, is_second: bool, fault: &Fault) -> Self {
        match (&fault.name, fault.place) {
            (Some(name), Some(range)) => {
                self.operation = Some(OperationSite { is_second, name: name.clone(), range });
            }
            _ => self.text = Some(fault.operation.clone()),
        }
        self
    }

    /// The same, of an operation, if there is one.
    pub(crate) fn of_operation(mut self, is_second: bool, operation: Option<&Operation>) -> Self {
        self.operation = operation.and_then(|it| OperationSite::at(is_second, it)).or(self.operation);
        self
    }

    /// The same, of operations of both programs, if there are such.
    pub(crate) fn of_both(mut self, [first, second]: [Option<&Operation>; 2]) -> Self {
        let first = first.and_then(|it| OperationSite::at(false, it));
        let second = second.and_then(|it| OperationSite::at(true, it));
        (self.operation, self.counterpart) = match second {
            Some(second) => (Some(second), first),
            None => (first, None),
        };
        self
    }

    /// That a function cannot be read.
    pub(crate) fn of_obstacle(is_second: bool, obstacle: &Obstacle) -> Self {
        let operation = obstacle.operation.clone().zip(obstacle.place);
        Self {
            obstacle: Inconclusive::Unreadable { is_second, what: obstacle.what.clone() },
            operation: operation.map(|(name, range)| OperationSite { is_second, name, range }),
            counterpart: None,
            text: None,
        }
    }
}

/// On one line, without the operation's place.
impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.obstacle.fmt(f)?;
        self.text.iter().try_for_each(|it| write!(f, ", at {it}"))
    }
}

impl OperationSite {
    pub(crate) fn at(is_second: bool, operation: &Operation) -> Option<Self> {
        Some(Self { is_second, name: operation.name().to_owned(), range: operation.place()? })
    }

    /// The statement of one of two functions that is there.
    pub(crate) fn of(pair: Pair<'_>, is_second: bool, range: TextRange) -> Option<Self> {
        let function: &Function = if is_second { pair.after.1 } else { pair.before.1 };
        let name = function.operation_at(range)?.name().to_owned();
        Some(Self { is_second, name, range })
    }
}
