//! `textDocument/rename`.

use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{RenameParams, WorkspaceEdit};

use crate::lsp::convert;
use crate::lsp::errors::request_failed;
use crate::lsp::snapshot::Snapshot;

pub(in crate::lsp) fn rename(snapshot: &Snapshot, params: &RenameParams) -> Result<Option<WorkspaceEdit>> {
    let at = &params.text_document_position;
    let uri = &at.text_document.uri;
    let Some(document) = snapshot.document(uri) else { return Ok(None) };
    let offset = document.analysed_offset(at.position, snapshot.client.encoding);
    let edits = snapshot.analysis.rename(document.file, offset, &params.new_name).map_err(request_failed)?;
    Ok(Some(convert::workspace_edit(snapshot, uri, document, &edits)))
}
