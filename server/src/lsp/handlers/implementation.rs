//! `textDocument/implementation`: the body of a function, also in another open document.

use analysis::SourceFile;
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::request::{GotoImplementationParams, GotoImplementationResponse};
use tower_lsp::ls_types::{Location, Uri};

use crate::lsp::document::Document;
use crate::lsp::snapshot::Snapshot;

pub(in crate::lsp) fn implementation(
    snapshot: &Snapshot,
    params: &GotoImplementationParams,
) -> Result<Option<GotoImplementationResponse>> {
    let at = &params.text_document_position_params;
    let Some(document) = snapshot.document(&at.text_document.uri) else { return Ok(None) };
    let encoding = snapshot.client.encoding;
    let offset = document.analysed_offset(at.position, encoding);
    let mut documents: Vec<(&Uri, &Document)> = snapshot.documents.iter().collect();
    documents.sort_by_key(|it| it.0.as_str());
    let files: Vec<SourceFile> = documents.iter().map(|it| it.1.file).collect();
    let found = snapshot.analysis.implementations(document.file, offset, &files);
    let locations = found.iter().filter_map(|(file, target)| {
        let (uri, document) = documents.iter().find(|it| it.1.file == *file)?;
        Some(Location::new((*uri).clone(), document.range(target.focus_range, encoding)))
    });
    let locations: Vec<_> = locations.collect();
    Ok((!locations.is_empty()).then_some(GotoImplementationResponse::Array(locations)))
}
