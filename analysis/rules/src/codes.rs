//! The table of codes: a row has all facts about a code that do not depend on a finding.

#[cfg(test)]
mod page_frame;
#[cfg(test)]
mod reference;
mod table;

use crate::code::Code;
use crate::diagnostic::{Page, Severity};
use std::collections::BTreeMap;
use table::CODES;

/// The rows of all codes, sorted by their names.
pub fn all() -> &'static [Code] {
    CODES
}

/// The names of all codes, sorted.
pub fn names() -> Vec<&'static str> {
    CODES.iter().map(|it| it.name).collect()
}

/// The row of a code.
pub fn get(name: &str) -> Option<&'static Code> {
    let index = CODES.binary_search_by_key(&name, |it| it.name).ok()?;
    CODES.get(index)
}

/// The severity of the diagnostics of a code.
pub fn severity(name: &str) -> Severity {
    get(name).map_or(Severity::Error, |it| it.severity)
}

/// The severities of all codes but errors: as a setting it asks for those too that are said on demand.
pub fn severities() -> BTreeMap<&'static str, Option<Severity>> {
    let others = CODES.iter().filter(|it| it.severity != Severity::Error);
    others.map(|it| (it.name, Some(it.severity))).collect()
}

/// The names of the codes whose diagnostics are weaker than a severity.
pub fn weaker_than(severity: Severity) -> impl Iterator<Item = &'static str> {
    CODES.iter().filter(move |it| it.severity > severity).map(|it| it.name)
}

/// Whether a code is of what was right in older versions of MLIR, and is written anew by its fix.
pub fn is_modernized(name: &str) -> bool {
    get(name).is_some_and(|it| it.modernizes)
}

/// The name of the page that explains the words of hovers and reasons.
pub const GLOSSARY: &str = "glossary";

/// The text of the page of a code, or of the glossary.
pub fn page(name: &str) -> Option<&'static str> {
    match name {
        GLOSSARY => Some(include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/glossary.md"))),
        code => Some(explain(code)?.text),
    }
}

/// The page of a code.
pub fn explain(name: &str) -> Option<Page> {
    Some(get(name)?.page())
}

#[cfg(test)]
mod tests;
