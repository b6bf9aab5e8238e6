//! `ub`: undefined behaviour as a value or a place.

use super::format::{Entry, entry};

pub(super) const ENTRIES: &[Entry] = &[
    entry(&["poison"], "attr-dict { <value> }? : type($result)", " -> result"),
    entry(&["unreachable"], "attr-dict", ""),
];
