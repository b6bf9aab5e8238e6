//! A name without a definition.

use ir::{Pointer, ValueId};

/// A name that is used where nothing visible defines it, by where a definition lies.
pub enum Undefined {
    /// No definition that could be meant; perhaps one in a region that has ended.
    Nowhere { place: Pointer, name: String, elsewhere: Option<ValueId> },
    /// A value of the module around, which an isolated region does not see.
    Outside { place: Pointer, name: String },
    /// `%i-1`, where `%i` is visible.
    Minus { place: Pointer, name: String, short: String },
    /// `%p#2` of a value with fewer results, which is visible.
    Number { place: Pointer, value: ValueId, name: String },
    /// The index of a loop in its own bounds.
    OwnBound { argument: ValueId, place: Pointer },
    /// The index of a loop further down.
    LaterArgument { argument: ValueId, place: Pointer, name: String },
    /// An operation in a sibling region further down.
    LaterSibling { value: ValueId, place: Pointer, name: String },
}
