//! `textDocument/didClose`.

use tower_lsp::ls_types::DidCloseTextDocumentParams;

use crate::lsp::state::State;

pub(in crate::lsp) fn did_close(state: &mut State, params: &DidCloseTextDocumentParams) {
    state.close(&params.text_document.uri);
}
