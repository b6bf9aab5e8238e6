//! `textDocument/semanticTokens/full`.

use analysis::{TextRange, TextSize};
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{SemanticToken, SemanticTokensParams, SemanticTokensResult, Uri};

use crate::lsp::semantic_legend::relative;
use crate::lsp::snapshot::Snapshot;

pub(in crate::lsp) fn semantic_tokens_full(
    snapshot: &Snapshot,
    params: &SemanticTokensParams,
) -> Result<Option<SemanticTokensResult>> {
    let uri = &params.text_document.uri;
    let Some(tokens) = whole_document(snapshot, uri) else { return Ok(None) };
    Ok(Some(SemanticTokensResult::Tokens(snapshot.tokens.full(uri, tokens))))
}

/// The tokens of all of a document, if it is open.
pub(super) fn whole_document(snapshot: &Snapshot, uri: &Uri) -> Option<Vec<SemanticToken>> {
    let document = snapshot.document(uri)?;
    let whole = TextRange::up_to(TextSize::from(u32::MAX));
    let tokens = snapshot.analysis.semantic_tokens(document.file, whole);
    Some(relative(document, snapshot.client.encoding, &tokens))
}
