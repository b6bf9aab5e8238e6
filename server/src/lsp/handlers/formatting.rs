//! `textDocument/formatting`. The indentation is MLIR's own, whatever the client's options are.

use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{DocumentFormattingParams, TextEdit};

use crate::lsp::convert;
use crate::lsp::snapshot::Snapshot;

pub(in crate::lsp) fn formatting(
    snapshot: &Snapshot,
    params: &DocumentFormattingParams,
) -> Result<Option<Vec<TextEdit>>> {
    let Some(document) = snapshot.document(&params.text_document.uri) else { return Ok(None) };

    let edits = snapshot.analysis.formatting(document.file);
    Ok(Some(convert::text_edits(snapshot, document, &edits)))
}
