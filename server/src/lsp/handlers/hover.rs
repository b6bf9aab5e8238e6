//! `textDocument/hover`.

use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::*;

use super::hover_text;
use crate::lsp::snapshot::Snapshot;

pub(in crate::lsp) fn hover(snapshot: &Snapshot, params: &HoverParams) -> Result<Option<Hover>> {
    let at = &params.text_document_position_params;
    let Some(document) = snapshot.document(&at.text_document.uri) else { return Ok(None) };
    let encoding = snapshot.client.encoding;
    let offset = document.analysed_offset(at.position, encoding);
    let Some(hover) = snapshot.analysis.hover(document.file, offset) else { return Ok(None) };
    let range = Some(document.range(hover.range, encoding));
    let contents = hover_text::contents(snapshot, &at.text_document.uri, hover);
    Ok(Some(Hover { contents: HoverContents::Markup(contents), range }))
}
