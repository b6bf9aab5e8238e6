//! `textDocument/semanticTokens/range`.

use analysis::TextSize;
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{Position, SemanticTokens, SemanticTokensRangeParams, SemanticTokensRangeResult};

use crate::lsp::semantic_legend::relative;
use crate::lsp::snapshot::Snapshot;

pub(in crate::lsp) fn semantic_tokens_range(
    snapshot: &Snapshot,
    params: &SemanticTokensRangeParams,
) -> Result<Option<SemanticTokensRangeResult>> {
    let Some(document) = snapshot.document(&params.text_document.uri) else { return Ok(None) };
    let encoding = snapshot.client.encoding;
    let range = document.text_range(params.range, encoding);
    let tokens = snapshot.analysis.semantic_tokens(document.file, range);
    let mut places = document.places(encoding);
    let (data, _) = relative(&mut places, &tokens, TextSize::default(), Position::default());
    Ok(Some(SemanticTokensRangeResult::Tokens(SemanticTokens { result_id: None, data })))
}
