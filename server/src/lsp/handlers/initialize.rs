//! `initialize` and `initialized`.

use tower_lsp::ls_types::InitializeParams;

use crate::lsp::capabilities::Client;
use crate::lsp::config::Config;
use crate::lsp::state::{Outgoing, State};

pub(in crate::lsp) fn initialize(state: &mut State, client: Client, params: &InitializeParams) {
    state.client = client.into();
    if let Some(options) = &params.initialization_options {
        state.configure(Config::from_settings(options));
    }
}

pub(in crate::lsp) fn initialized(state: &mut State) {
    if state.client.registers_configuration {
        state.send(Outgoing::RegisterConfiguration);
    }
    if state.client.answers_configuration {
        state.send(Outgoing::ReadConfiguration);
    }
}
