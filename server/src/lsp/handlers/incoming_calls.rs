//! `callHierarchy/incomingCalls`.

use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{CallHierarchyIncomingCall, CallHierarchyIncomingCallsParams};

use crate::lsp::convert;
use crate::lsp::snapshot::Snapshot;

pub(in crate::lsp) fn incoming_calls(
    snapshot: &Snapshot,
    params: &CallHierarchyIncomingCallsParams,
) -> Result<Option<Vec<CallHierarchyIncomingCall>>> {
    let uri = &params.item.uri;
    let Some(document) = snapshot.document(uri) else { return Ok(None) };
    let encoding = snapshot.client.encoding;
    let offset = document.analysed_offset(params.item.selection_range.start, encoding);
    let calls = snapshot.analysis.incoming_calls(document.file, offset);
    let calls = calls.iter().map(|it| CallHierarchyIncomingCall {
        from: convert::call_item(snapshot, uri, document, &it.item),
        from_ranges: it.places.iter().map(|it| document.range(*it, encoding)).collect(),
    });
    Ok(Some(calls.collect()))
}
