//! `affine.whyNot`: has the client show why transformations are refused, as the action that names the command found it.

use serde::Deserialize;
use serde_json::{Value, json};
use tower_lsp::jsonrpc::Result;

use super::{Task, argument};
use crate::lsp::state::Outgoing;

#[derive(Deserialize)]
struct Asked {
    reasons: Vec<Refused>,
}

#[derive(Deserialize)]
struct Refused {
    title: String,
    reason: String,
}

/// Gives the text that is shown: one line for each transformation.
pub(super) fn why_not(task: &Task, arguments: Option<Value>) -> Result<Value> {
    let Asked { reasons } = argument(arguments)?;
    let lines: Vec<_> = reasons.iter().map(|it| format!("{}: {}", it.title, it.reason)).collect();
    let text = lines.join("\n");
    // The session may be over.
    _ = task.outgoing.send(Outgoing::Tell(text.clone()));
    Ok(json!({ "text": text }))
}
