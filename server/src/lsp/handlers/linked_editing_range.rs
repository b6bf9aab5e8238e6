//! `textDocument/linkedEditingRange`.

use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{LinkedEditingRangeParams, LinkedEditingRanges};

use crate::lsp::snapshot::Snapshot;

/// The pattern of what may be typed while the ranges stay linked.
const NAME: &str = "[%^]?[A-Za-z0-9_$.-]+";

pub(in crate::lsp) fn linked_editing_range(
    snapshot: &Snapshot,
    params: &LinkedEditingRangeParams,
) -> Result<Option<LinkedEditingRanges>> {
    let at = &params.text_document_position_params;
    let Some(document) = snapshot.document(&at.text_document.uri) else { return Ok(None) };
    let encoding = snapshot.client.encoding;
    let offset = document.analysed_offset(at.position, encoding);
    let found = snapshot.analysis.linked_editing_ranges(document.file, offset);
    if found.is_empty() {
        return Ok(None);
    }
    let ranges = found.iter().map(|it| document.range(*it, encoding)).collect();
    Ok(Some(LinkedEditingRanges { ranges, word_pattern: Some(NAME.to_owned()) }))
}
