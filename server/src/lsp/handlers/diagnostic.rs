//! `textDocument/diagnostic`: what is wrong, or that nothing has changed since an earlier answer.

use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::*;

use crate::lsp::pulled::{Report, report, report_of};
use crate::lsp::snapshot::Snapshot;

pub(in crate::lsp) fn diagnostic(
    snapshot: &Snapshot,
    params: &DocumentDiagnosticParams,
) -> Result<DocumentDiagnosticReportResult> {
    let uri = &params.text_document.uri;
    let previous = params.previous_result_id.as_deref();
    let report = match snapshot.document(uri) {
        Some(document) => report(snapshot, uri, document, previous),
        // Editors ask while a document is being closed, and keep the problems that they have where they are refused.
        None => report_of(Vec::new(), previous),
    };
    Ok(DocumentDiagnosticReportResult::Report(match report {
        Report::Full(full) => DocumentDiagnosticReport::Full(RelatedFullDocumentDiagnosticReport {
            related_documents: None,
            full_document_diagnostic_report: full,
        }),
        Report::Unchanged(unchanged) => {
            DocumentDiagnosticReport::Unchanged(RelatedUnchangedDocumentDiagnosticReport {
                related_documents: None,
                unchanged_document_diagnostic_report: unchanged,
            })
        }
    }))
}
