//! `textDocument/inlineCompletion`, of version 3.18 of the protocol: the text that an editor shows before it is there.

use serde_json::{Value, json};
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::InlineCompletionParams;

use crate::lsp::snapshot::Snapshot;

/// At most one item. Of a snippet the protocol's crate has no type.
pub(in crate::lsp) fn inline_completion(
    snapshot: &Snapshot,
    params: &InlineCompletionParams,
) -> Result<Vec<Value>> {
    let at = &params.text_document_position;
    let Some(document) = snapshot.document(&at.text_document.uri) else { return Ok(Vec::new()) };
    let encoding = snapshot.client.encoding;
    let offset = document.analysed_offset(at.position, encoding);
    let found = snapshot.analysis.inline_completion(document.file, offset);
    let item = found.map(|it| {
        let text = match it.snippet.filter(|_| snapshot.client.snippets) {
            Some(snippet) => json!({ "kind": "snippet", "value": snippet }),
            None => json!(it.insert),
        };
        json!({ "insertText": text, "range": document.range(it.replace, encoding) })
    });
    Ok(item.into_iter().collect())
}
