//! Diagnostics that the client asks for, each answer with an id by which the next may say that it is the same.

use std::hash::Hasher;

use analysis::Depth;
use rustc_hash::FxHasher;
use tower_lsp::ls_types::{Diagnostic, FullDocumentDiagnosticReport, UnchangedDocumentDiagnosticReport, Uri};

use super::diagnostics::{depth_to_pull, found};
use super::document::Document;
use super::snapshot::Snapshot;

const METHOD: &str = "textDocument/diagnostic";

pub(super) enum Report {
    Full(FullDocumentDiagnosticReport),
    Unchanged(UnchangedDocumentDiagnosticReport),
}

/// The diagnostics of a document; `previous` is the id of the client's last answer.
pub(super) fn report(snapshot: &Snapshot, uri: &Uri, document: &Document, previous: Option<&str>) -> Report {
    let depth = depth_to_pull(snapshot, document);
    let items = found(snapshot, uri, document, depth);
    if document.known == Some(depth) && depth != Depth::Full || depth == Depth::Nearby {
        let (uri, generation) = (uri.clone(), document.generation);
        snapshot.turns.send(METHOD, move |state| state.follow_pull(uri, generation));
    }
    report_of(items, previous)
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
