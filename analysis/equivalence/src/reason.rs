//! Why nothing is known of two functions.

use interpreter::{Fault, Function, Obstacle};
use syntax::TextRange;

use crate::witness::Pair;

/// What stands in the way of a proof, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason {
    /// On one line.
    pub what: String,
    /// The operation that is to blame, where one is.
    pub operation: Option<Place>,
    /// Whether one of the functions is written in what cannot be run.
    pub is_unreadable: bool,
}

/// An operation of one of two files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// Whether it stands in the second file.
    pub is_second: bool,
    /// Its full name.
    pub name: String,
    pub range: TextRange,
}

impl Reason {
    pub(crate) fn of(what: impl Into<String>) -> Self {
        Self { what: what.into(), operation: None, is_unreadable: false }
    }

    /// That a program ends before its time.
    pub(crate) fn of_fault(is_second: bool, fault: &Fault) -> Self {
        let cause = fault.cause.to_string();
        Self::of(format!("{}: {cause}", program(is_second))).at(is_second, fault)
    }

    /// The same, of the operation of a fault.
    pub(crate) fn at(mut self, is_second: bool, fault: &Fault) -> Self {
        match (&fault.name, fault.place) {
            (Some(name), Some(range)) => {
                self.operation = Some(Place { is_second, name: name.clone(), range });
            }
            _ => self.what = format!("{}, at {}", self.what, fault.operation),
        }
        self
    }

    /// That a function cannot be read.
    pub(crate) fn of_obstacle(is_second: bool, obstacle: &Obstacle) -> Self {
        let operation = obstacle.operation.clone().zip(obstacle.place);
        Self {
            what: format!("{} has {}", program(is_second), obstacle.what),
            operation: operation.map(|(name, range)| Place { is_second, name, range }),
            is_unreadable: true,
        }
    }
}

fn program(is_second: bool) -> &'static str {
    if is_second { "the second program" } else { "the first program" }
}

impl Place {
    /// The statement of one of two functions that stands there.
    pub(crate) fn of(pair: Pair<'_>, is_second: bool, range: TextRange) -> Option<Self> {
        let function: &Function = if is_second { pair.after.1 } else { pair.before.1 };
        let name = function.operation_at(range)?.name().to_owned();
        Some(Self { is_second, name, range })
    }
}
