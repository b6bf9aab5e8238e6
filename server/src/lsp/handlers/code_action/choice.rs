//! The offers that a menu leaves out, as one action that asks its user: the same transformations with other parameters, and
//! diagnostics silenced in more places.

use serde_json::json;
use tower_lsp::ls_types::{CodeAction, CodeActionKind, Command, Range, Uri};

use crate::lsp::commands::CHOOSE_ACTION;

const TITLE: &str = "Other choices…";

/// The action of a kind, if anything is left to choose.
pub(super) fn offer(
    kind: &'static str,
    (uri, range): (&Uri, Range),
    others: Vec<CodeAction>,
    with_parameters: &[&str],
) -> Option<CodeAction> {
    if others.is_empty() && with_parameters.is_empty() {
        return None;
    }
    let argument =
        json!({ "uri": uri, "range": range, "actions": others, "withParameters": with_parameters });
    Some(CodeAction {
        title: TITLE.to_owned(),
        kind: Some(CodeActionKind::new(kind)),
        command: Some(Command {
            title: TITLE.to_owned(),
            command: CHOOSE_ACTION.to_owned(),
            arguments: Some(vec![argument]),
        }),
        ..CodeAction::default()
    })
}
