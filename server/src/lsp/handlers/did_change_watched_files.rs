//! `workspace/didChangeWatchedFiles`: the configuration of the project, the definitions of its dialects and what is known of
//! files that are not open are read again.

use std::path::PathBuf;

use tower_lsp::ls_types::{DidChangeWatchedFilesParams, FileChangeType};

use crate::config::FILE_NAME;
use crate::lsp::state::State;

pub(in crate::lsp) fn did_change_watched_files(state: &mut State, params: &DidChangeWatchedFilesParams) {
    let is_project = |uri: &str| uri.rsplit('/').next() == Some(FILE_NAME);
    if params.changes.iter().any(|it| is_project(it.uri.as_str())) {
        state.read_projects();
    }
    if params.changes.iter().any(|it| it.uri.as_str().ends_with(".td")) {
        state.read_definitions_again();
        state.search_dialects_again();
    }
    let deleted = params.changes.iter().filter(|it| it.typ == FileChangeType::DELETED);
    // A folder goes with all that is in it.
    let deleted: Vec<PathBuf> = deleted.filter_map(|it| Some(it.uri.to_file_path()?.into_owned())).collect();
    if !deleted.is_empty() {
        state.forget_unopened(|path| deleted.iter().any(|it| path.starts_with(it)));
    }
    if !deleted.is_empty() || params.changes.iter().any(|it| it.uri.as_str().ends_with(".mlir")) {
        state.index_again();
    }
}
