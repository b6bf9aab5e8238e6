//! Diagnostics that the client asks for, each answer with an id by which the next may say that it is the same.

use std::hash::Hasher;

use rustc_hash::FxHasher;
use tower_lsp::ls_types::{Diagnostic, FullDocumentDiagnosticReport, UnchangedDocumentDiagnosticReport, Uri};

use super::diagnostics::{depth_to_pull, found};
use super::document::Document;
use super::snapshot::Snapshot;

pub(super) enum Report {
    Full(FullDocumentDiagnosticReport),
    Unchanged(UnchangedDocumentDiagnosticReport),
}

/// The diagnostics of a document; `previous` is the id of the client's last answer.
pub(super) fn report(snapshot: &Snapshot, uri: &Uri, document: &Document, previous: Option<&str>) -> Report {
    report_of(found(snapshot, uri, document, depth_to_pull(snapshot, document)), previous)
}

/// As [`report`], of diagnostics that are known.
pub(super) fn report_of(items: Vec<Diagnostic>, previous: Option<&str>) -> Report {
    let id = result_id(&items);
    if previous == Some(&id) {
        return Report::Unchanged(UnchangedDocumentDiagnosticReport { result_id: id });
    }
    Report::Full(FullDocumentDiagnosticReport { result_id: Some(id), items })
}

/// Equal for equal diagnostics, however the text came about.
fn result_id(items: &[Diagnostic]) -> String {
    let mut hasher = FxHasher::default();
    // A diagnostic of ours has no value that JSON lacks.
    hasher.write(&serde_json::to_vec(items).unwrap_or_default());
    format!("{:016x}", hasher.finish())
}
