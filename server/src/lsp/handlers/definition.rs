//! `textDocument/definition`.

use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::*;

use crate::lsp::snapshot::Snapshot;

pub(in crate::lsp) fn definition(
    snapshot: &Snapshot,
    params: &GotoDefinitionParams,
) -> Result<Option<GotoDefinitionResponse>> {
    let at = &params.text_document_position_params;
    let uri = &at.text_document.uri;
    let document = snapshot.document(uri)?;
    let encoding = snapshot.client.encoding;
    let offset = document.analysed_offset(at.position, encoding);
    let targets = snapshot.analysis.definition(document.file, offset);
    if targets.is_empty() {
        return Ok(None);
    }
    if !snapshot.client.definition_links {
        let locations = targets
            .iter()
            .map(|target| Location::new(uri.clone(), document.range(target.focus_range, encoding)))
            .collect();
        return Ok(Some(GotoDefinitionResponse::Array(locations)));
    }
    let links = targets.iter().map(|target| LocationLink {
        origin_selection_range: None,
        target_uri: uri.clone(),
        target_range: document.range(target.full_range, encoding),
        target_selection_range: document.range(target.focus_range, encoding),
    });
    Ok(Some(GotoDefinitionResponse::Link(links.collect())))
}
