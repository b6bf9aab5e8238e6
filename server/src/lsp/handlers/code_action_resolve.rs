//! `codeAction/resolve`: the edit of an action that was offered on the same text.

use analysis::ActionId;
use tower_lsp::jsonrpc::{Error, ErrorCode, Result};
use tower_lsp::ls_types::CodeAction;

use super::code_action::{ActionData, log_withheld};
use crate::lsp::convert;
use crate::lsp::errors::request_failed;
use crate::lsp::snapshot::Snapshot;

pub(in crate::lsp) fn code_action_resolve(snapshot: &Snapshot, action: &CodeAction) -> Result<CodeAction> {
    let Some(data) = &action.data else { return Ok(action.clone()) };
    let data = serde_json::from_value::<ActionData>(data.clone())
        .map_err(|error| Error::invalid_params(format!("`data` is not that of an action: {error}")))?;
    let document = snapshot.document(&data.uri)?;
    if document.version != data.version {
        return Err(Error::new(ErrorCode::ContentModified));
    }
    let edits = snapshot.analysis.resolve_action(document.file, &ActionId(data.id));
    let edits = edits.inspect_err(log_withheld);
    let edits = edits.map_err(|why| request_failed(format!("\"{}\": {why}", action.title)))?;
    let edit = convert::workspace_edit(snapshot, &data.uri, document, &edits);
    Ok(CodeAction { edit: Some(edit), ..action.clone() })
}
