//! Types and attributes of dialects.

use super::dedented;
use super::parameters::Parameters;
use super::{MAX_LISTS, unknown};
use crate::ods::{ImportedType, Origin};
use ods::{Record, Records};

/// The types that records define, and the attributes as far as operations use them: others may be in files that are
/// nothing by themselves.
pub fn types(records: &Records) -> Vec<ImportedType> {
    let parameters = Parameters::new(records);
    let found = records.records.iter().filter(|it| it.is_a("TypeDef") || it.is_a("AttrDef"));
    found.filter(|it| !it.is_anonymous).filter_map(|it| defined(records, &parameters, it)).collect()
}

fn defined(records: &Records, parameters: &Parameters<'_>, record: &Record) -> Option<ImportedType> {
    let dialect = records.of(record.field("dialect"))?;
    let default_parser = match record.is_a("TypeDef") {
        true => "useDefaultTypePrinterParser",
        false => "useDefaultAttributePrinterParser",
    };
    let format = record.field("assemblyFormat").as_str();
    Some(ImportedType {
        name: name(records, record)?.into(),
        parameters: parameters.of(record).into(),
        has_exact_format: format.is_some()
            && dialect.field(default_parser).as_bool()
            && unknown::is_whole_record(records, record, MAX_LISTS),
        format: format.map(Box::from),
        summary: record.field("summary").as_str().map(str::trim).unwrap_or_default().into(),
        description: dedented(record.field("description").as_str().unwrap_or_default()).into(),
        origin: Some(Origin { file: (*record.file).into(), at: record.at }),
    })
}

/// The prefix of a type or an attribute in texts: `!ours.number`, `#ours.kind`.
pub(super) fn name(records: &Records, record: &Record) -> Option<String> {
    let sigil = if record.is_a("TypeDef") { '!' } else { '#' };
    let mnemonic = record.field("mnemonic").as_str().filter(|it| !it.is_empty())?;
    let dialect = records.of(record.field("dialect"))?.field("name").as_str().filter(|it| !it.is_empty())?;
    Some(format!("{sigil}{dialect}.{mnemonic}"))
}
