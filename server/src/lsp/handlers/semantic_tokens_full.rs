//! `textDocument/semanticTokens/full`.

use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{SemanticTokensParams, Uri};

use crate::lsp::answers::written;
use crate::lsp::snapshot::Snapshot;
use crate::lsp::token_runs::TokenRuns;

/// The answer as it is sent.
pub(in crate::lsp) fn semantic_tokens_full(
    snapshot: &Snapshot,
    params: &SemanticTokensParams,
) -> Result<String> {
    let uri = &params.text_document.uri;
    let Some(document) = snapshot.document(uri) else { return written(&()) };
    Ok(written_tokens(snapshot, uri, document.answers.tokens.all(snapshot, document)))
}

/// Writes all tokens, which is long, so that an edit does not wait for it; from then on they are those that the client has.
pub(super) fn written_tokens(snapshot: &Snapshot, uri: &Uri, tokens: TokenRuns) -> String {
    let id = snapshot.tokens.next_id();
    let mut message = format!(r#"{{"jsonrpc":"2.0","result":{{"resultId":"{id}","data":["#);
    let mut number = itoa::Buffer::new();
    for run in tokens.by_runs() {
        snapshot.analysis.unwind_if_cancelled();
        for token in run {
            let numbers = [
                token.delta_line,
                token.delta_start,
                token.length,
                token.token_type,
                token.token_modifiers_bitset,
            ];
            for it in numbers {
                message.push_str(number.format(it));
                message.push(',');
            }
        }
    }
    if message.ends_with(',') {
        message.pop();
    }
    message.push_str("]}}");
    snapshot.tokens.keep(uri, id, tokens);
    message
}
