//! `textDocument/diagnostic`: what is wrong, or that nothing has changed since an earlier answer.

use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::*;

use crate::lsp::pulled::{Report, report};
use crate::lsp::snapshot::Snapshot;

pub(in crate::lsp) fn diagnostic(
    snapshot: &Snapshot,
    params: &DocumentDiagnosticParams,
) -> Result<DocumentDiagnosticReportResult> {
    let uri = &params.text_document.uri;
    let document = snapshot.document(uri)?;
    let report = report(snapshot, uri, document, params.previous_result_id.as_deref());
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
