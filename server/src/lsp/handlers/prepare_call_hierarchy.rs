//! `textDocument/prepareCallHierarchy`.

use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{CallHierarchyItem, CallHierarchyPrepareParams};

use crate::lsp::convert;
use crate::lsp::snapshot::Snapshot;

pub(in crate::lsp) fn prepare_call_hierarchy(
    snapshot: &Snapshot,
    params: &CallHierarchyPrepareParams,
) -> Result<Option<Vec<CallHierarchyItem>>> {
    let at = &params.text_document_position_params;
    let uri = &at.text_document.uri;
    let Some(document) = snapshot.document(uri) else { return Ok(None) };
    let offset = document.analysed_offset(at.position, snapshot.client.encoding);
    let item = snapshot.analysis.call_item(document.file, offset);
    Ok(item.map(|it| vec![convert::call_item(snapshot, uri, document, &it)]))
}
