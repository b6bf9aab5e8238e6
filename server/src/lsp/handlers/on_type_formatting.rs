//! `textDocument/onTypeFormatting`: the indentation of the line after a line break, and of a closing bracket.

use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{DocumentOnTypeFormattingParams, TextEdit};

use crate::lsp::convert;
use crate::lsp::snapshot::Snapshot;

pub(in crate::lsp) fn on_type_formatting(
    snapshot: &Snapshot,
    params: &DocumentOnTypeFormattingParams,
) -> Result<Option<Vec<TextEdit>>> {
    let at = &params.text_document_position;
    let Some(document) = snapshot.document(&at.text_document.uri) else { return Ok(None) };
    let offset = document.analysed_offset(at.position, snapshot.client.encoding);
    let edit = snapshot.analysis.on_type_formatting(document.file, offset);
    Ok(edit.map(|it| convert::text_edits(snapshot, document, &[it])))
}
