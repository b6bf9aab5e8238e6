//! `textDocument/didChange`.

use tower_lsp::ls_types::DidChangeTextDocumentParams;

use crate::lsp::state::State;

pub(in crate::lsp) fn did_change(state: &mut State, params: DidChangeTextDocumentParams) {
    let document = params.text_document;
    state.change(document.uri, document.version, params.content_changes);
}
