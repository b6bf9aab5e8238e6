//! How the keywords of an enumeration are stored, as a [`crate::ods::KeywordStorage`].

use ods::{Record, Records, Value};

/// Of the record of an attribute whose values are keywords; `None` where that is not in ODS's own terms.
pub(super) fn of(records: &Records, record: &Record) -> Option<String> {
    match record.is_a("AttrDef") {
        true => attribute(records, record),
        false if record.is_a("EnumAttrInfo") => integers(records, record),
        false => None,
    }
}

/// An attribute of a dialect: with the keyword as its only parameter, or whatever is in angle brackets.
fn attribute(records: &Records, record: &Record) -> Option<String> {
    let dialect = records.of(record.field("dialect"))?.field("name").as_str()?;
    let mnemonic = record.field("mnemonic").as_str().filter(|it| !it.is_empty())?;
    match record.field("assemblyFormat").as_str()?.trim() {
        it if it.starts_with("`<`") && it.ends_with("`>`") => {
            Some(format!("Attribute<\"#{dialect}.{mnemonic}<\", \">\">"))
        }
        "`(` $value `)`" => Some(format!("Attribute<\"#{dialect}<{mnemonic} (\", \")>\">")),
        "$value" => Some(format!("Attribute<\"#{dialect}<{mnemonic} \", \">\">")),
        _ => None,
    }
}

/// A number of the enumeration's width for each keyword.
pub(super) fn integers(records: &Records, record: &Record) -> Option<String> {
    let cases: Vec<&Record> =
        record.field("enumerants").as_list().iter().map(|it| records.of(it)).collect::<Option<_>>()?;
    let number = |case: &Record, field: &str| match case.field(field) {
        Value::Integer(number) => Some(*number),
        _ => None,
    };
    let width = number(cases.first()?, "width")?;
    let values: Vec<String> =
        cases.iter().map(|it| Some(format!("\"{}\"", number(it, "value")?))).collect::<Option<_>>()?;
    Some(format!("Integers<\"i{width}\", {}>", values.join(", ")))
}
