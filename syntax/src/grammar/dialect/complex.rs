//! `complex`: constants and changes of type; its arithmetic is read without a table.

use super::format::{Entry, entry};

pub(super) const ENTRIES: &[Entry] = &[
    entry(&["bitcast"], "$operand attr-dict : type($operand) to type($result)", "operand -> result"),
    entry(&["constant"], "attr(value) attr-dict : type($complex)", " -> complex"),
];
