//! `textDocument/didOpen`.

use tower_lsp::ls_types::DidOpenTextDocumentParams;

use crate::lsp::state::State;

pub(in crate::lsp) fn did_open(state: &mut State, params: DidOpenTextDocumentParams) {
    let document = params.text_document;
    state.open(document.uri, document.version, &document.text);
}
