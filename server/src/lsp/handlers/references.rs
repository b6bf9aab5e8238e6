//! `textDocument/references`.

use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::*;

use crate::lsp::snapshot::Snapshot;

pub(in crate::lsp) fn references(
    snapshot: &Snapshot,
    params: &ReferenceParams,
) -> Result<Option<Vec<Location>>> {
    let at = &params.text_document_position;
    let uri = &at.text_document.uri;
    let Some(document) = snapshot.document(uri) else { return Ok(None) };
    let encoding = snapshot.client.encoding;
    let offset = document.analysed_offset(at.position, encoding);
    let with_definition = params.context.include_declaration;
    let found = snapshot.analysis.references(document.file, offset);
    let mut places = document.places(encoding);
    let locations = found
        .iter()
        .filter(|reference| with_definition || !reference.is_definition)
        .map(|reference| Location::new(uri.clone(), places.range(reference.range)));
    Ok(Some(locations.collect()))
}
