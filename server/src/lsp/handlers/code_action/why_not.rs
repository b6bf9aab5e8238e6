//! The reasons why transformations are refused at a place, as one action that shows them: clients show refused actions
//! seldom, and the reason of one at a time.

use analysis::Action;
use rustc_hash::FxHashSet;
use serde_json::{Value, json};
use tower_lsp::ls_types::{CodeAction, CodeActionKind, Command, Range, Uri};

use crate::lsp::commands::WHY_NOT;

pub(super) const KIND: &str = "refactor.rewrite";

const TITLE: &str = "Why can this not be …?";

/// No user reads more reasons.
const MOST: usize = 40;

/// The action, if something is refused.
pub(super) fn offer(actions: &[Action], uri: &Uri, range: Range) -> Option<CodeAction> {
    let mut said = FxHashSet::default();
    let reasons: Vec<Value> = actions
        .iter()
        .filter_map(|it| Some((it, it.disabled.as_deref()?)))
        .filter(|(it, reason)| said.insert((it.title.as_str(), *reason)))
        .take(MOST)
        .map(|(it, reason)| json!({ "kind": it.kind, "title": it.title, "reason": reason }))
        .collect();
    if reasons.is_empty() {
        return None;
    }
    let arguments = json!({ "uri": uri, "range": range, "reasons": reasons });
    Some(CodeAction {
        title: TITLE.to_owned(),
        kind: Some(CodeActionKind::new(KIND)),
        command: Some(Command {
            title: TITLE.to_owned(),
            command: WHY_NOT.to_owned(),
            arguments: Some(vec![arguments]),
        }),
        ..CodeAction::default()
    })
}
