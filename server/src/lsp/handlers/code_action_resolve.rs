//! `codeAction/resolve`: the edit of an action that was offered on the same text, with a proof that functions compute the
//! same where that is soon done.

use analysis::ActionRequest;
use tower_lsp::jsonrpc::{Error, ErrorCode, Result};
use tower_lsp::ls_types::{CodeAction, Command};

use super::code_action::{ActionData, log_withheld};
use crate::applied::Applied;
use crate::lsp::commands::{APPLIED, applied};
use crate::lsp::convert;
use crate::lsp::errors::request_failed;
use crate::lsp::snapshot::Snapshot;

pub(in crate::lsp) fn code_action_resolve(snapshot: &Snapshot, action: &CodeAction) -> Result<CodeAction> {
    let Some(data) = &action.data else { return Ok(action.clone()) };
    let data = serde_json::from_value::<ActionData>(data.clone())
        .map_err(|error| Error::invalid_params(format!("`data` is not that of an action: {error}")))?;
    let Some(document) = snapshot.document(&data.uri) else { return Ok(action.clone()) };
    if document.version != data.version {
        return Err(Error::new(ErrorCode::ContentModified));
    }
    let request: ActionRequest =
        data.id.parse().map_err(|error: analysis::NotAnId| Error::invalid_params(error.to_string()))?;
    let edits = snapshot.analysis.resolve_action(document.file, &request);
    let edits = edits.inspect_err(log_withheld);
    let edits = edits.map_err(|why| request_failed(format!("\"{}\": {why}", action.title)))?;
    let edit = convert::workspace_edit(snapshot, &data.uri, document, &edits);
    let known = applied(snapshot, document.file, (&request, &action.title), &edits)?;
    let title = format!("{}{}", action.title, known.as_ref().map(Applied::remark).unwrap_or_default());
    // It runs once the edit is applied.
    let command = known.filter(|_| snapshot.client.lazy_action_commands).map(|it| Command {
        title: title.clone(),
        command: APPLIED.to_owned(),
        arguments: Some(vec![it.json()]),
    });
    Ok(CodeAction { edit: Some(edit), title, command, ..action.clone() })
}
