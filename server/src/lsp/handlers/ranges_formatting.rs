//! `textDocument/rangesFormatting` of version 3.18: several ranges at once.

use serde::Deserialize;
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{Range, TextDocumentIdentifier, TextEdit};

use crate::lsp::convert;
use crate::lsp::snapshot::Snapshot;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::lsp) struct RangesFormattingParams {
    text_document: TextDocumentIdentifier,
    ranges: Vec<Range>,
}

/// Ranges may overlap; what is changed in two of them is changed once.
pub(in crate::lsp) fn ranges_formatting(
    snapshot: &Snapshot,
    params: &RangesFormattingParams,
) -> Result<Option<Vec<TextEdit>>> {
    let Some(document) = snapshot.document(&params.text_document.uri) else { return Ok(None) };
    let mut edits = Vec::new();
    for range in &params.ranges {
        let range = document.text_range(*range, snapshot.client.encoding);
        edits.extend(snapshot.analysis.range_formatting(document.file, range));
    }
    edits.sort_by_key(|it| (it.range.start(), it.range.end()));
    edits.dedup_by_key(|it| it.range);
    Ok(Some(convert::text_edits(snapshot, document, &edits)))
}
