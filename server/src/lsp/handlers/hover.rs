//! `textDocument/hover`.

use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::*;

use crate::lsp::snapshot::Snapshot;

pub(in crate::lsp) fn hover(snapshot: &Snapshot, params: &HoverParams) -> Result<Option<Hover>> {
    let at = &params.text_document_position_params;
    let Some(document) = snapshot.document(&at.text_document.uri) else { return Ok(None) };
    let encoding = snapshot.client.encoding;
    let offset = document.analysed_offset(at.position, encoding);
    let Some(hover) = snapshot.analysis.hover(document.file, offset) else { return Ok(None) };
    let kind = if snapshot.client.markdown_hover { MarkupKind::Markdown } else { MarkupKind::PlainText };
    Ok(Some(Hover {
        contents: HoverContents::Markup(MarkupContent { kind, value: hover.markdown }),
        range: Some(document.range(hover.range, encoding)),
    }))
}
