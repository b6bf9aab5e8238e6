//! `codeAction/resolve`: the edit of an action that was offered on the same text, with a proof that functions compute the
//! same where that is soon done.

use analysis::{ActionRequest, Effort, Verdict};
use tower_lsp::jsonrpc::{Error, ErrorCode, Result};
use tower_lsp::ls_types::{CodeAction, CodeActionKind};

use super::code_action::{ActionData, log_withheld};
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
    let title = match action.kind.as_ref().is_some_and(is_rewrite) {
        true => proven_title(action, snapshot.analysis.compare_edited(document.file, &edits, EFFORT))?,
        false => action.title.clone(),
    };
    Ok(CodeAction { edit: Some(edit), title, ..action.clone() })
}

/// The budget of a proof while the user waits for the edit: some 100 ms.
const EFFORT: Effort = Effort { steps: 250_000, nodes: 100_000, regions: 100, relations: 3_000_000 };

/// Whether an action of the kind has to keep what a function computes.
fn is_rewrite(kind: &CodeActionKind) -> bool {
    kind.as_str().starts_with(CodeActionKind::REFACTOR.as_str())
}

/// The title with what is known of the result.
///
/// # Errors
/// Where the result computes something else, which is a defect that a user may report.
fn proven_title(action: &CodeAction, verdict: Option<Verdict>) -> Result<String> {
    let title = &action.title;
    match verdict {
        Some(Verdict::Equal { reassociates: false }) => Ok(format!("{title} (proven)")),
        Some(Verdict::Equal { reassociates: true }) => Ok(format!("{title} (proven but for rounding)")),
        Some(Verdict::Different(witness)) => {
            tracing::error!(?witness, title, "an edit that computes something else was withheld");
            Err(request_failed(format!("\"{title}\": the result would compute something else")))
        }
        Some(Verdict::Unknown(_)) | None => Ok(title.clone()),
    }
}
