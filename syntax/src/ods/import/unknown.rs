//! Facts that the records do not give because something that they name is missing or wrong.
//!
//! It is unknown, not absent: an argument may be an operand, several or an attribute, a list of traits has further ones, and
//! of a form that it is part of nothing is certain.

use super::Import;
use ods::{Record, Records, Value};

/// Constraints refer to each other no deeper than this.
const MAX_DEPTH: usize = 12;

/// The classes that make an entry an argument, a result, a region or a successor.
const KINDS: &[&str] =
    &["AttrConstraint", "OpVariable", "PropConstraint", "Property", "Region", "Successor", "TypeConstraint"];

/// Fields by which a constraint refers to what it is made of.
const PARTS: &[&str] = &[
    "assemblyFormat",
    "baseAttr",
    "baseProperty",
    "baseType",
    "constraint",
    "dialect",
    "enum",
    "enumerants",
    "isOptional",
    "mnemonic",
    "parameters",
];

/// Whether it is unknown what an entry of a dag is: an operand or an attribute, one or many.
pub(super) fn is_unknown(records: &Records, value: &Value) -> bool {
    let mut value = value;
    for _ in 0..MAX_DEPTH {
        let Some(record) = records.of(value) else { return true };
        match record.is_a("OpVariable") {
            true => value = record.field("constraint"),
            false => return !KINDS.iter().any(|it| record.is_a(it)),
        }
    }
    true
}

/// Whether all is known of how a constraint is written.
pub(super) fn is_whole(records: &Records, value: &Value, depth: usize) -> bool {
    let Some(depth) = depth.checked_sub(1) else { return true };
    match value {
        Value::Unknown => false,
        Value::Record(_) => records.of(value).is_some_and(|it| is_whole_record(records, it, depth)),
        Value::List(it) => it.iter().all(|it| is_whole(records, it, depth)),
        Value::Dag(it) => it.arguments.iter().all(|it| is_whole(records, &it.0, depth)),
        _ => true,
    }
}

/// Whether all is known of how a type, an attribute or a constraint is written.
pub(super) fn is_whole_record(records: &Records, record: &Record, depth: usize) -> bool {
    !record.is_partial && PARTS.iter().all(|it| is_whole(records, record.field(it), depth))
}

impl Import<'_> {
    /// Whether all is known of what the form of an operation is made of.
    pub(super) fn has_whole_form(&self, operation: &Record) -> bool {
        let fields = ["arguments", "results", "regions", "successors", "assemblyFormat"];
        fields.iter().all(|it| is_whole(self.records, operation.field(it), MAX_DEPTH))
    }

    /// Whether operands or attributes of an operation are unknown.
    pub(super) fn has_unknown_arguments(&self, operation: &Record) -> bool {
        let arguments = operation.field("arguments");
        *arguments == Value::Unknown || arguments.arguments().iter().any(|it| is_unknown(self.records, &it.0))
    }
}
