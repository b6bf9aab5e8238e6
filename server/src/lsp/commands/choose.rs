//! `affine.chooseAction`: has the client ask which of the actions is meant that its menu has left out, and applies it.

use serde::Deserialize;
use serde_json::Value;
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::CodeAction;

use super::{Task, argument};
use crate::lsp::state::Outgoing;

#[derive(Deserialize)]
struct Asked {
    actions: Vec<CodeAction>,
}

/// Does not wait for the answer: its user may take as long as they like.
pub(super) fn choose(task: &Task, arguments: Option<Value>) -> Result<Value> {
    let Asked { actions } = argument(arguments)?;
    // The session may be over.
    _ = task.outgoing.send(Outgoing::ChooseAction(actions));
    Ok(Value::Null)
}
