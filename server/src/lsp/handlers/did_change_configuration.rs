//! `workspace/didChangeConfiguration`: asks for the new values, or takes those of a client that cannot be asked.

use tower_lsp::ls_types::DidChangeConfigurationParams;

use crate::config::Config;
use crate::lsp::state::{Outgoing, State};

pub(in crate::lsp) fn did_change_configuration(state: &mut State, params: &DidChangeConfigurationParams) {
    if state.client.answers_configuration {
        state.send(Outgoing::ReadConfiguration);
    } else {
        state.set_section(Config::section(&params.settings).clone());
    }
}
