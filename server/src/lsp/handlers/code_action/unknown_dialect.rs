//! The quick fixes of an unknown dialect: the configuration of the project gets the files that define it, or its
//! name.

use std::path::Path;

use analysis::TextRange;
use tower_lsp::ls_types::*;

use super::project_edits;
use crate::config::{DefinitionFiles, FILE_NAME, with_definitions, with_dialect};
use crate::dialect_search::{Definers, path_from};
use crate::lsp::configuration::ProjectFile;
use crate::lsp::document::Document;
use crate::lsp::snapshot::Snapshot;

/// Files that define dialects of one name; more are not offered.
const MOST_DEFINERS: usize = 3;

/// The offers for each unknown dialect in the range. While its definitions are still searched for, only the name.
pub(super) fn offers(
    snapshot: &Snapshot,
    document: &Document,
    range: TextRange,
    shown: &[Diagnostic],
) -> Vec<CodeAction> {
    let Some(file) = project_edits::writable(snapshot) else { return Vec::new() };
    let mut offers = Vec::new();
    for (name, place) in snapshot.analysis.unknown_dialects(document.file, range) {
        snapshot.dialects.want();
        let found = snapshot.dialects.found.as_deref().map(|it| it.dialect(&name)).unwrap_or_default();
        let read = found.iter().filter_map(|it| reading(snapshot, file, &name, it)).take(MOST_DEFINERS);
        let named = with_dialect(file.text.as_deref().unwrap_or_default(), &name)
            .map(|it| (format!("Add `{name}` to dialects.names in {FILE_NAME}"), it));
        let place = document.range(place, snapshot.client.encoding);
        let fixed: Vec<Diagnostic> = shown.iter().filter(|it| it.range == place).cloned().collect();
        offers.extend(read.chain(named).map(|(title, text)| CodeAction {
            title,
            kind: Some(CodeActionKind::QUICKFIX),
            diagnostics: Some(fixed.clone()),
            edit: Some(project_edits::edit(snapshot, file, &text)),
            ..CodeAction::default()
        }));
    }
    offers
}

/// The title of an offer to read definitions, and the text of the project's file that does so; `None` where they are read
/// already.
fn reading(
    snapshot: &Snapshot,
    project: &ProjectFile,
    dialect: &str,
    definers: &Definers,
) -> Option<(String, String)> {
    let wanted = &snapshot.config.definitions;
    let new: Vec<String> =
        definers.files.iter().filter(|it| !wanted.has(it)).map(|it| path_from(&wanted.folder, it)).collect();
    let (first, others) = new.split_first()?;
    let include: Vec<String> = definers
        .include
        .iter()
        .filter(|it| !is_looked_in(wanted, it))
        .map(|it| path_from(&wanted.folder, it))
        .collect();
    let text = with_definitions(project.text.as_deref().unwrap_or_default(), &new, &include)?;
    let more = match others.len() {
        0 => String::new(),
        1 => " and another file".to_owned(),
        more => format!(" and {more} other files"),
    };
    Some((format!("Read dialect `{dialect}` from {first}{more}"), text))
}

/// Whether a folder is one of those in which files are looked for anyway.
fn is_looked_in(wanted: &DefinitionFiles, folder: &Path) -> bool {
    let named = wanted.include.iter().any(|it| wanted.folder.join(it) == folder);
    named || folder == wanted.folder || folder == wanted.folder.join("include")
}
