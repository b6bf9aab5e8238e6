//! `textDocument/declaration`: in MLIR a name is declared where it is defined.

use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::request::{GotoDeclarationParams, GotoDeclarationResponse};

use crate::lsp::convert;
use crate::lsp::snapshot::Snapshot;

pub(in crate::lsp) fn declaration(
    snapshot: &Snapshot,
    params: &GotoDeclarationParams,
) -> Result<Option<GotoDeclarationResponse>> {
    let at = &params.text_document_position_params;
    let uri = &at.text_document.uri;
    let Some(document) = snapshot.document(uri) else { return Ok(None) };
    let offset = document.analysed_offset(at.position, snapshot.client.encoding);
    let targets = snapshot.analysis.definition(document.file, offset);
    Ok(convert::navigation_targets(snapshot, uri, document, &targets, snapshot.client.declaration_links))
}
