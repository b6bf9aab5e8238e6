//! `textDocument/prepareRename`.

use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{PrepareRenameResponse, TextDocumentPositionParams};

use crate::lsp::errors::request_failed;
use crate::lsp::snapshot::Snapshot;

pub(in crate::lsp) fn prepare_rename(
    snapshot: &Snapshot,
    params: &TextDocumentPositionParams,
) -> Result<Option<PrepareRenameResponse>> {
    let Some(document) = snapshot.document(&params.text_document.uri) else { return Ok(None) };
    let encoding = snapshot.client.encoding;
    let offset = document.analysed_offset(params.position, encoding);
    let target = snapshot.analysis.prepare_rename(document.file, offset).map_err(request_failed)?;
    let range = document.range(target.range, encoding);
    Ok(Some(PrepareRenameResponse::RangeWithPlaceholder { range, placeholder: target.name }))
}
