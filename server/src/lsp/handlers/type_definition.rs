//! `textDocument/typeDefinition`: the alias by which the type of a value is written.

use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::request::{GotoTypeDefinitionParams, GotoTypeDefinitionResponse};

use crate::lsp::convert;
use crate::lsp::snapshot::Snapshot;

pub(in crate::lsp) fn type_definition(
    snapshot: &Snapshot,
    params: &GotoTypeDefinitionParams,
) -> Result<Option<GotoTypeDefinitionResponse>> {
    let at = &params.text_document_position_params;
    let uri = &at.text_document.uri;
    let Some(document) = snapshot.document(uri) else { return Ok(None) };
    let offset = document.analysed_offset(at.position, snapshot.client.encoding);
    let targets = snapshot.analysis.type_definition(document.file, offset);
    Ok(convert::navigation_targets(snapshot, uri, document, &targets, snapshot.client.type_definition_links))
}
