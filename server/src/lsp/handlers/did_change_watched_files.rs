//! `workspace/didChangeWatchedFiles`: the configuration of the project and the definitions of its
//! dialects are read again.

use tower_lsp::ls_types::DidChangeWatchedFilesParams;

use crate::config::FILE_NAME;
use crate::lsp::state::State;

pub(in crate::lsp) fn did_change_watched_files(state: &mut State, params: &DidChangeWatchedFilesParams) {
    let is_project = |uri: &str| uri.rsplit('/').next() == Some(FILE_NAME);
    if params.changes.iter().any(|it| is_project(it.uri.as_str())) {
        state.read_project();
    }
    if params.changes.iter().any(|it| it.uri.as_str().ends_with(".td")) {
        if !state.config.definitions.files.is_empty() {
            state.read_definitions();
        }
        state.search_dialects_again();
    }
}
