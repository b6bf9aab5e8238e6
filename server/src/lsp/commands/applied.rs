//! `affine.applied`: has the client show the verdict on an action that it has just applied.

use analysis::{ActionRequest, SourceFile, TextEdit};
use serde::Deserialize;
use serde_json::{Value, json};
use tower_lsp::jsonrpc::Result;

use super::{Task, argument};
use crate::applied::Applied;
use crate::lsp::errors::request_failed;
use crate::lsp::snapshot::Snapshot;
use crate::lsp::state::Outgoing;

#[derive(Deserialize)]
struct Known {
    text: String,
    detail: String,
}

/// Gives the text that is shown.
pub(super) fn tell(task: &Task, arguments: Option<Value>) -> Result<Value> {
    let Known { text, detail } = argument(arguments)?;
    let text = format!("{text} ({detail})");
    // The session may be over.
    _ = task.outgoing.send(Outgoing::Tell(text.clone()));
    Ok(json!({ "text": text }))
}

/// The verdict on the edits of an action with a title.
///
/// # Errors
///
/// Where the result computes something else, which is a defect that a user may report.
pub(in crate::lsp) fn applied(
    snapshot: &Snapshot,
    file: SourceFile,
    (request, title): (&ActionRequest, &str),
    edits: &[TextEdit],
) -> Result<Option<Applied>> {
    Applied::of(&snapshot.analysis, file, request, edits).map_err(|witness| {
        tracing::error!(?witness, title, "an edit that computes something else was withheld");
        request_failed(format!("\"{title}\": the result would compute something else"))
    })
}
