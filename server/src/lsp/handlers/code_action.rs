//! `textDocument/codeAction`: what is offered here. Edits are left for `codeAction/resolve` where the client can wait.

mod explain;
mod optimize;
mod project_edits;
mod silence;
mod unknown_dialect;
mod why_not;

use analysis::{Action, FUSE_ALL, NoEdit, OPTIMIZE, Withheld};
use serde::{Deserialize, Serialize};
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::*;

use crate::lsp::convert;
use crate::lsp::document::Document;
use crate::lsp::snapshot::Snapshot;

const QUICK_FIX: &str = "quickfix";

/// Bytes of a document that may be read again to work out the edits of an answer.
const MOST_BYTES: usize = 2 << 20;

/// This many edits are worked out, however large the document is.
const FEW: usize = 4;

/// The key that finds an action again: it is the same only in the same text.
#[derive(Serialize, Deserialize)]
pub(super) struct ActionData {
    pub(super) uri: Uri,
    pub(super) version: i32,
    pub(super) id: String,
}

pub(in crate::lsp) fn code_action(
    snapshot: &Snapshot,
    params: &CodeActionParams,
) -> Result<Option<CodeActionResponse>> {
    let uri = &params.text_document.uri;
    let Some(document) = snapshot.document(uri) else { return Ok(None) };
    let range = document.text_range(params.range, snapshot.client.encoding);
    let actions = match snapshot.analysis.known_actions(document.file, range) {
        Some(known) => known,
        None => {
            let Some(document) = snapshot.whole_document(uri) else { return Ok(None) };
            let _running = snapshot.progress.analysing(uri);
            snapshot.analysis.actions(document.file, range)
        }
    };
    let wanted = actions
        .iter()
        .filter(|action| is_wanted(action.kind, params.context.only.as_deref()))
        // A hint's fix is a transformation too; where both kinds are shown, once is enough.
        .filter(|action| params.context.only.is_some() || !is_repeated(action, &actions))
        .filter(|action| action.disabled.is_none() || snapshot.client.disabled_actions)
        // Its edits take a look at every function, and this client cannot wait with asking for them.
        .filter(|action| {
            let is_asked_for = snapshot.client.lazy_action_edits || params.context.only.is_some();
            is_asked_for || action.kind != FUSE_ALL
        });
    // A client that cannot wait for edits gets those of the first: each is tried on the whole document.
    let most = match snapshot.client.lazy_action_edits {
        true => usize::MAX,
        false => (MOST_BYTES / document.len().max(1)).max(FEW),
    };
    let left_out = wanted.clone().skip(most).count();
    if left_out > 0 {
        tracing::info!(
            left_out,
            "actions were left out, whose edits would have had to be worked out at once"
        );
    }
    let answer = wanted.take(most).filter_map(|action| {
        let diagnostics = fixed_diagnostics(snapshot, document, action, &params.context.diagnostics);
        Some(CodeActionOrCommand::CodeAction(offer(snapshot, uri, document, action, diagnostics)?))
    });
    let shown = &params.context.diagnostics;
    let of_project = match is_wanted(QUICK_FIX, params.context.only.as_deref()) {
        true => unknown_dialect::offers(snapshot, document, range, shown),
        false => Vec::new(),
    };
    let silencing = match is_wanted(QUICK_FIX, params.context.only.as_deref()) {
        true => silence::offers(snapshot, uri, document, shown),
        false => Vec::new(),
    };
    let explaining = match is_wanted(QUICK_FIX, params.context.only.as_deref()) {
        true => explain::offers(snapshot, shown),
        false => Vec::new(),
    };
    let asks_to_optimize = |it: &[CodeActionKind]| it.iter().any(|it| it.as_str() == OPTIMIZE);
    let optimized = match params.context.only.as_deref().is_some_and(asks_to_optimize) {
        true => optimize::offers(snapshot, uri, document, range),
        false => Vec::new(),
    };
    let asks_why = is_wanted(why_not::KIND, params.context.only.as_deref());
    let why_not = asks_why.then(|| why_not::offer(&actions, uri, params.range)).flatten();
    let of_document = of_project
        .into_iter()
        .chain(optimized)
        .chain(silencing)
        .chain(explaining)
        .chain(why_not)
        .map(CodeActionOrCommand::CodeAction);
    Ok(Some(answer.chain(of_document).collect()))
}

/// Whether a quick fix does the same at the same place.
fn is_repeated(action: &Action, actions: &[Action]) -> bool {
    let does_it = |it: &Action| it.kind == QUICK_FIX && it.range == action.range && it.title == action.title;
    action.kind != QUICK_FIX && actions.iter().any(does_it)
}

/// Whether a kind is among those asked for, or below one of them.
fn is_wanted(kind: &str, only: Option<&[CodeActionKind]>) -> bool {
    let is_below = |wanted: &CodeActionKind| {
        let rest = kind.strip_prefix(wanted.as_str());
        wanted.as_str().is_empty() || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    only.is_none_or(|only| only.iter().any(is_below))
}

/// The client's own diagnostics that a quick fix resolves.
fn fixed_diagnostics(
    snapshot: &Snapshot,
    document: &Document,
    action: &Action,
    shown: &[Diagnostic],
) -> Option<Vec<Diagnostic>> {
    let code = NumberOrString::String(action.diagnostic?.to_owned());
    let range = document.range(action.range, snapshot.client.encoding);
    let touches = |it: &&Diagnostic| it.range.start <= range.end && range.start <= it.range.end;
    let fixed: Vec<_> =
        shown.iter().filter(|it| it.code.as_ref() == Some(&code)).filter(touches).cloned().collect();
    (!fixed.is_empty()).then_some(fixed)
}

fn offer(
    snapshot: &Snapshot,
    uri: &Uri,
    document: &Document,
    action: &Action,
    diagnostics: Option<Vec<Diagnostic>>,
) -> Option<CodeAction> {
    let client = &snapshot.client;
    let mut offer = CodeAction {
        title: action.title.clone(),
        kind: Some(CodeActionKind::new(action.kind)),
        diagnostics,
        is_preferred: (client.preferred_actions && action.preferred).then_some(true),
        ..CodeAction::default()
    };
    if let Some(reason) = &action.disabled {
        offer.disabled = Some(CodeActionDisabled { reason: reason.clone() });
    } else if client.lazy_action_edits {
        let data = ActionData { uri: uri.clone(), version: document.version, id: action.request.to_string() };
        offer.data = serde_json::to_value(data).ok();
    } else {
        match snapshot.analysis.resolve_action(document.file, &action.request).inspect_err(log_withheld) {
            Ok(edits) => offer.edit = Some(convert::workspace_edit(snapshot, uri, document, &edits)),
            Err(_) if !client.disabled_actions => return None,
            Err(why) => offer.disabled = Some(CodeActionDisabled { reason: why.to_string() }),
        }
    }
    Some(offer)
}

/// Edits that would bring an error into a file are a defect, which a user may report.
pub(super) fn log_withheld(why: &NoEdit) {
    if let NoEdit::Withheld(withheld) = why {
        let Withheld { code, message, text } = &**withheld;
        tracing::error!(code, message, text, "an edit was withheld");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_trees() {
        let only = |kind: &'static str| [CodeActionKind::new(kind)];
        let fuse = "refactor.rewrite.affine.fuse";
        assert!(is_wanted(fuse, None));
        for kind in ["", "refactor", "refactor.rewrite", "refactor.rewrite.affine", fuse] {
            assert!(is_wanted(fuse, Some(&only(kind))), "{kind}");
        }
        for kind in ["quickfix", "refactor.rew", "refactor.rewrite.affine.fuse.deep"] {
            assert!(!is_wanted(fuse, Some(&only(kind))), "{kind}");
        }
        assert!(!is_wanted(fuse, Some(&[])));
    }
}
