//! `initialize` and `initialized`.

use std::path::PathBuf;

use tower_lsp::ls_types::InitializeParams;

use crate::config::Config;
use crate::lsp::capabilities::Client;
use crate::lsp::outgoing::registrations;
use crate::lsp::state::{Outgoing, State};

pub(in crate::lsp) fn initialize(state: &mut State, client: Client, params: &InitializeParams) {
    state.client = client.into();
    if let Some(options) = &params.initialization_options {
        state.set_section(Config::section(options).clone());
    }
    if let Some(folder) = folder(params) {
        state.set_folder(folder);
    }
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

/// The first folder of the workspace.
fn folder(params: &InitializeParams) -> Option<PathBuf> {
    let folders = params.workspace_folders.iter().flatten().map(|it| &it.uri);
    #[expect(deprecated, reason = "clients without workspace folders say it so")]
    let root = params.root_uri.as_ref();
    folders.chain(root).find_map(|it| Some(it.to_file_path()?.into_owned()))
}
