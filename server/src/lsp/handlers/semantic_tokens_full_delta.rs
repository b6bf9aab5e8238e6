//! `textDocument/semanticTokens/full/delta`: what changed since the last answer, or all where that is not known.

use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::SemanticTokensDeltaParams;

use super::semantic_tokens_full::written_tokens;
use crate::lsp::answers::written;
use crate::lsp::snapshot::Snapshot;

/// The answer as it is sent.
pub(in crate::lsp) fn semantic_tokens_full_delta(
    snapshot: &Snapshot,
    params: &SemanticTokensDeltaParams,
) -> Result<String> {
    let uri = &params.text_document.uri;
    let Some(document) = snapshot.document(uri) else { return written(&()) };
    let tokens = document.answers.tokens.all(snapshot, document);
    match snapshot.tokens.delta(uri, &params.previous_result_id, tokens) {
        Ok(delta) => written(&delta),
        Err(tokens) => Ok(written_tokens(snapshot, uri, tokens)),
    }
}
