//! `workspace/diagnostic`: what is wrong in every open document and in the files of the workspace, and which of them are
//! gone.

use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::*;

use crate::lsp::document::Document;
use crate::lsp::pulled::{Report, report, report_of};
use crate::lsp::snapshot::Snapshot;

pub(in crate::lsp) fn workspace_diagnostic(
    snapshot: &Snapshot,
    params: &WorkspaceDiagnosticParams,
) -> Result<WorkspaceDiagnosticReportResult> {
    let previous = |uri: &Uri| {
        let previous = params.previous_result_ids.iter().find(|it| it.uri == *uri);
        previous.map(|it| it.value.as_str())
    };
    let mut documents: Vec<(&Snapshot, &Uri, &Document)> = snapshot.all_documents().collect();
    documents.sort_by_key(|it| it.1.as_str());
    let is_open = |uri: &Uri| snapshot.projects().any(|it| it.documents.contains_key(uri));
    let mut items: Vec<_> = documents
        .into_iter()
        .map(|(project, uri, document)| {
            let report = report(project, uri, document, previous(uri));
            item(uri.clone(), Some(i64::from(document.version)), report)
        })
        .collect();
    for (uri, file) in snapshot.unopened.but(snapshot.all_documents().map(|it| it.1)) {
        let previous = previous(&uri);
        // There is nothing to say, and nothing was said.
        if previous.is_some() || !file.diagnostics.is_empty() {
            items.push(item(uri, None, report_of(file.diagnostics.clone(), previous)));
        }
    }
    for known in &params.previous_result_ids {
        if !is_open(&known.uri) && snapshot.unopened.has_lost(&known.uri) {
            let nothing = FullDocumentDiagnosticReport { result_id: None, items: Vec::new() };
            items.push(item(known.uri.clone(), None, Report::Full(nothing)));
        }
    }
    Ok(WorkspaceDiagnosticReportResult::Report(WorkspaceDiagnosticReport { items }))
}

fn item(uri: Uri, version: Option<i64>, report: Report) -> WorkspaceDocumentDiagnosticReport {
    match report {
        Report::Full(full) => {
            WorkspaceDocumentDiagnosticReport::Full(WorkspaceFullDocumentDiagnosticReport {
                uri,
                version,
                full_document_diagnostic_report: full,
            })
        }
        Report::Unchanged(unchanged) => {
            WorkspaceDocumentDiagnosticReport::Unchanged(WorkspaceUnchangedDocumentDiagnosticReport {
                uri,
                version,
                unchanged_document_diagnostic_report: unchanged,
            })
        }
    }
}
