//! Types and attributes of dialects.

use super::dedented;
use crate::ods::{ImportedType, Origin};
use ods::{Record, Records};

/// The types that records define, and the attributes as far as operations use them: others may stand in files that are
/// nothing by themselves.
pub fn types(records: &Records) -> Vec<ImportedType> {
    let defined = |it: &Record| {
        let sigil = if it.is_a("TypeDef") { '!' } else { '#' };
        let mnemonic = it.field("mnemonic").as_str().filter(|it| !it.is_empty())?;
        let dialect = records.of(it.field("dialect"))?.field("name").as_str().filter(|it| !it.is_empty())?;
        let parameters = it.field("parameters").arguments().iter().filter_map(|it| it.1.as_deref());
        Some(ImportedType {
            name: format!("{sigil}{dialect}.{mnemonic}").into(),
            parameters: parameters.map(Box::from).collect(),
            summary: it.field("summary").as_str().map(str::trim).unwrap_or_default().into(),
            description: dedented(it.field("description").as_str().unwrap_or_default()).into(),
            origin: Some(Origin { file: (*it.file).into(), at: it.at }),
        })
    };
    let found = records.records.iter().filter(|it| it.is_a("TypeDef") || it.is_a("AttrDef"));
    found.filter(|it| !it.is_anonymous).filter_map(defined).collect()
}
