//! `initialize`, `initialized`, and changes of the folders that the first names.

use std::path::PathBuf;

use tower_lsp::ls_types::{DidChangeWorkspaceFoldersParams, InitializeParams, Uri};

use crate::config::Config;
use crate::lsp::capabilities::Client;
use crate::lsp::outgoing::registrations;
use crate::lsp::pages::Pages;
use crate::lsp::state::{Outgoing, State};

pub(in crate::lsp) fn initialize(state: &mut State, client: Client, params: &InitializeParams) {
    state.pages = Pages::of(&client);
    state.client = client.into();
    if let Some(options) = &params.initialization_options {
        state.set_section(Config::section(options).clone());
    }
    state.set_folders(folders(params));
}

pub(in crate::lsp) fn initialized(state: &mut State) {
    let registrations = registrations(&state.client);
    if !registrations.is_empty() {
        state.send(Outgoing::Register(registrations));
    }
    if state.client.answers_configuration {
        state.send(Outgoing::ReadConfiguration);
    }
}

/// `workspace/didChangeWorkspaceFolders`.
pub(in crate::lsp) fn did_change_workspace_folders(
    state: &mut State,
    params: &DidChangeWorkspaceFoldersParams,
) {
    let mut folders = state.configuration.folders.clone();
    let removed: Vec<PathBuf> = params.event.removed.iter().filter_map(|it| path(&it.uri)).collect();
    folders.retain(|it| !removed.contains(it));
    let added = params.event.added.iter().filter_map(|it| path(&it.uri));
    added.for_each(|it| folders.extend((!folders.contains(&it)).then_some(it)));
    state.set_folders(folders);
    state.search_dialects_again();
    state.index_again();
}

fn path(uri: &Uri) -> Option<PathBuf> {
    Some(uri.to_file_path()?.into_owned())
}

/// The folders of the workspace.
fn folders(params: &InitializeParams) -> Vec<PathBuf> {
    let folders: Vec<PathBuf> =
        params.workspace_folders.iter().flatten().filter_map(|it| path(&it.uri)).collect();
    #[expect(deprecated, reason = "clients without workspace folders say it so")]
    let root = params.root_uri.as_ref();
    if folders.is_empty() { root.and_then(path).into_iter().collect() } else { folders }
}
