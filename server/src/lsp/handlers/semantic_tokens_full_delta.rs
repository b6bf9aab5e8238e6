//! `textDocument/semanticTokens/full/delta`: what changed since the last answer, or all where that is not known.

use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{SemanticTokensDeltaParams, SemanticTokensFullDeltaResult};

use super::semantic_tokens_full::whole_document;
use crate::lsp::snapshot::Snapshot;

pub(in crate::lsp) fn semantic_tokens_full_delta(
    snapshot: &Snapshot,
    params: &SemanticTokensDeltaParams,
) -> Result<Option<SemanticTokensFullDeltaResult>> {
    let uri = &params.text_document.uri;
    let Some(tokens) = whole_document(snapshot, uri) else { return Ok(None) };
    Ok(Some(match snapshot.tokens.delta(uri, &params.previous_result_id, &tokens) {
        Some(delta) => SemanticTokensFullDeltaResult::TokensDelta(delta),
        None => SemanticTokensFullDeltaResult::Tokens(snapshot.tokens.full(uri, tokens)),
    }))
}
