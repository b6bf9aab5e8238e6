//! `textDocument/rangeFormatting`. The indentation is MLIR's own, whatever the client's options are.

use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{DocumentRangeFormattingParams, TextEdit};

use crate::lsp::convert;
use crate::lsp::snapshot::Snapshot;

pub(in crate::lsp) fn range_formatting(
    snapshot: &Snapshot,
    params: &DocumentRangeFormattingParams,
) -> Result<Option<Vec<TextEdit>>> {
    let Some(document) = snapshot.document(&params.text_document.uri) else { return Ok(None) };
    let range = document.text_range(params.range, snapshot.client.encoding);
    let edits = snapshot.analysis.range_formatting(document.file, range);
    Ok(Some(convert::text_edits(snapshot, document, &edits)))
}
