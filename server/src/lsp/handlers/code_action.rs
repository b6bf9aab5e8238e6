//! `textDocument/codeAction`: what is offered here. Edits are left for `codeAction/resolve` where the client can wait.

mod choice;
mod explain;
mod optimize;
mod project_edits;
mod silence;
mod today;
mod unknown_dialect;
mod why_not;

use analysis::{Action, FUSE_ALL, Fixes, MODERNIZE, Menu, NoEdit, OPTIMIZE, Withheld};
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

/// No user reads more offers that a menu leaves out.
const MOST_OTHERS: usize = 200;

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
    let only = params.context.only.as_deref();
    let is_short = snapshot.client.can_choose_later() && is_menu(only);
    let mut menu = match is_short {
        true => Menu::of(&actions),
        false => Menu { entries: actions.iter().collect(), ..Menu::default() },
    };
    let fixes = Fixes::of(&actions);
    menu.entries.retain(|action| {
        // A hint's fix is a transformation too; where both kinds are shown, once is enough.
        let is_of_today = is_short && action.kind == MODERNIZE && is_wanted(QUICK_FIX, only);
        (is_wanted(action.kind, only) || is_of_today)
            && (only.is_some() || is_short || !fixes.repeat(action))
            && (action.disabled.is_none() || snapshot.client.disabled_actions)
            // Its edits take a look at every function, and this client cannot wait with asking for them.
            && (snapshot.client.lazy_action_edits || only.is_some() || action.kind != FUSE_ALL)
    });
    menu.others.retain(|it| is_wanted(it.kind, only));
    menu.others.truncate(MOST_OTHERS);
    // A client that cannot wait for edits gets those of the first: each is tried on the whole document.
    let most = match snapshot.client.lazy_action_edits {
        true => usize::MAX,
        false => (MOST_BYTES / document.len().max(1)).max(FEW),
    };
    if let Some(left_out) = menu.entries.len().checked_sub(most).filter(|it| *it > 0) {
        tracing::info!(
            left_out,
            "actions were left out, whose edits would have had to be worked out at once"
        );
    }
    let shown = &params.context.diagnostics;
    let offer_of = |action: &Action| {
        let diagnostics = fixed_diagnostics(snapshot, document, action, shown);
        offer(snapshot, uri, document, action, diagnostics)
    };
    let mut answer: Vec<_> = menu.entries.iter().take(most).filter_map(|it| offer_of(it)).collect();
    let mut others: Vec<_> = menu.others.iter().filter_map(|it| offer_of(it)).collect();
    if is_wanted(QUICK_FIX, only) {
        if is_short {
            today::first(&snapshot.client, &mut answer, shown);
        }
        answer.extend(unknown_dialect::offers(snapshot, document, range, shown));
        let (here, wider) = silence::offers(snapshot, uri, document, shown);
        answer.extend(here);
        if is_short { &mut others } else { &mut answer }.extend(wider);
    }
    if only.is_some_and(|it| it.iter().any(|it| it.as_str() == OPTIMIZE)) {
        answer.extend(optimize::offers(snapshot, uri, document, range));
    }
    if is_wanted(QUICK_FIX, only) {
        answer.extend(explain::offers(snapshot, shown));
    }
    let of_choice = [why_not::KIND, QUICK_FIX].into_iter().find(|it| is_wanted(it, only));
    if let Some(kind) = of_choice.filter(|_| is_short) {
        let asks = snapshot.client.chooses_actions && kind == why_not::KIND;
        let with_parameters = if asks { menu.with_parameters } else { Vec::new() };
        answer.extend(choice::offer(kind, (uri, params.range), others, &with_parameters));
    }
    if is_wanted(why_not::KIND, only) {
        answer.extend(why_not::offer(&actions, uri, params.range));
    }
    Ok(Some(answer.into_iter().map(CodeActionOrCommand::CodeAction).collect()))
}

/// The kinds of the transformations begin so.
const TRANSFORMATION: &str = "refactor.rewrite.affine.";

/// Whether it is a menu that is asked for, and not all that there is of one transformation.
fn is_menu(only: Option<&[CodeActionKind]>) -> bool {
    only.is_none_or(|only| !only.iter().any(|it| it.as_str().starts_with(TRANSFORMATION)))
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
