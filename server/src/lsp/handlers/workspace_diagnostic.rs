//! `workspace/diagnostic`: what is wrong in every open document.

use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::*;

use crate::lsp::document::Document;
use crate::lsp::pulled::{Report, report};
use crate::lsp::snapshot::Snapshot;

pub(in crate::lsp) fn workspace_diagnostic(
    snapshot: &Snapshot,
    params: &WorkspaceDiagnosticParams,
) -> Result<WorkspaceDiagnosticReportResult> {
    let mut documents: Vec<(&Uri, &Document)> = snapshot.documents.iter().collect();
    documents.sort_by_key(|it| it.0.as_str());
    let items = documents.into_iter().map(|(uri, document)| {
        let previous =
            params.previous_result_ids.iter().find(|it| it.uri == *uri).map(|it| it.value.as_str());
        let version = Some(i64::from(document.version));
        match report(snapshot, uri, document, previous) {
            Report::Full(full) => {
                WorkspaceDocumentDiagnosticReport::Full(WorkspaceFullDocumentDiagnosticReport {
                    uri: uri.clone(),
                    version,
                    full_document_diagnostic_report: full,
                })
            }
            Report::Unchanged(unchanged) => {
                WorkspaceDocumentDiagnosticReport::Unchanged(WorkspaceUnchangedDocumentDiagnosticReport {
                    uri: uri.clone(),
                    version,
                    unchanged_document_diagnostic_report: unchanged,
                })
            }
        }
    });
    let items = items.collect();
    Ok(WorkspaceDiagnosticReportResult::Report(WorkspaceDiagnosticReport { items }))
}
