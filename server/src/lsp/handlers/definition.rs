//! `textDocument/definition`.

use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::*;

use crate::lsp::convert;
use crate::lsp::snapshot::Snapshot;

pub(in crate::lsp) fn definition(
    snapshot: &Snapshot,
    params: &GotoDefinitionParams,
) -> Result<Option<GotoDefinitionResponse>> {
    let at = &params.text_document_position_params;
    let uri = &at.text_document.uri;
    let document = snapshot.document(uri)?;
    let offset = document.analysed_offset(at.position, snapshot.client.encoding);
    let targets = snapshot.analysis.definition(document.file, offset);
    Ok(convert::navigation_targets(snapshot, uri, document, &targets, snapshot.client.definition_links))
}
