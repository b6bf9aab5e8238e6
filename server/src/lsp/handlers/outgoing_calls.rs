//! `callHierarchy/outgoingCalls`.

use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{CallHierarchyOutgoingCall, CallHierarchyOutgoingCallsParams};

use crate::lsp::convert;
use crate::lsp::snapshot::Snapshot;

pub(in crate::lsp) fn outgoing_calls(
    snapshot: &Snapshot,
    params: &CallHierarchyOutgoingCallsParams,
) -> Result<Option<Vec<CallHierarchyOutgoingCall>>> {
    let uri = &params.item.uri;
    let Some(document) = snapshot.document(uri) else { return Ok(None) };
    let encoding = snapshot.client.encoding;
    let offset = document.analysed_offset(params.item.selection_range.start, encoding);
    let calls = snapshot.analysis.outgoing_calls(document.file, offset);
    let calls = calls.iter().map(|it| CallHierarchyOutgoingCall {
        to: convert::call_item(snapshot, uri, document, &it.item),
        from_ranges: it.places.iter().map(|it| document.range(*it, encoding)).collect(),
    });
    Ok(Some(calls.collect()))
}
