//! `textDocument/documentHighlight`.

use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::*;

use crate::lsp::snapshot::Snapshot;

pub(in crate::lsp) fn document_highlight(
    snapshot: &Snapshot,
    params: &DocumentHighlightParams,
) -> Result<Option<Vec<DocumentHighlight>>> {
    let at = &params.text_document_position_params;
    let Some(document) = snapshot.document(&at.text_document.uri) else { return Ok(None) };
    let encoding = snapshot.client.encoding;
    let offset = document.analysed_offset(at.position, encoding);
    let found = snapshot.analysis.document_highlights(document.file, offset);
    let mut places = document.places(encoding);
    let highlights = found.iter().map(|it| DocumentHighlight {
        range: places.range(it.range),
        kind: Some(if it.is_write { DocumentHighlightKind::WRITE } else { DocumentHighlightKind::READ }),
    });
    Ok(Some(highlights.collect()))
}
