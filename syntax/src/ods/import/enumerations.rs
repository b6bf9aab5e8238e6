//! Enumerations, in attributes, properties and parameters.

use ods::{Record, Records, Value};

/// The keywords of an enumeration, or of what has one, in quotes.
pub(super) fn keywords(records: &Records, record: &Record) -> Option<Vec<String>> {
    let cases = of(records, record)?.field("enumerants").as_list().iter();
    let word = |it: &Value| Some(format!("\"{}\"", records.of(it)?.field("str").as_str()?));
    cases.map(word).collect::<Option<Vec<_>>>().filter(|it| !it.is_empty())
}

/// Whether the values of an enumeration (or of a constraint on one) are bits, several of which may be written at once.
pub(super) fn has_bits(records: &Records, record: &Record) -> bool {
    records.of(record.field("enum")).unwrap_or(record).is_a("BitEnumBase")
}

fn of<'a>(records: &'a Records, record: &'a Record) -> Option<&'a Record> {
    match record.is_a("EnumInfo") || record.is_a("EnumAttrInfo") {
        true => Some(record),
        false => records.of(record.field("enum")),
    }
}
