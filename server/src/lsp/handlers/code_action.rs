//! `textDocument/codeAction`: what is offered here. Edits are left for `codeAction/resolve` where the client can wait.

mod choice;
mod explain;
mod menu;
mod optimize;
mod project_edits;
mod silence;
mod today;
mod unknown_dialect;
mod why_not;

use analysis::{Action, NoEdit, OPTIMIZE, TextRange, Withheld};
use serde::{Deserialize, Serialize};
use serde_json::json;
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::*;

use self::menu::Menu;
use crate::lsp::convert;
use crate::lsp::document::Document;
use crate::lsp::snapshot::Snapshot;

const QUICK_FIX: &str = "quickfix";

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
    let asked = Asked {
        snapshot,
        uri,
        document,
        range: params.range,
        only: params.context.only.as_deref(),
        shown: &params.context.diagnostics,
    };
    let mut menu = Menu::of(&asked, &actions);
    if asked.wants(QUICK_FIX) {
        menu.entries.extend(unknown_dialect::offers(snapshot, document, range, asked.shown));
        let (here, wider) = silence::offers(snapshot, uri, document, asked.shown);
        menu.entries.extend(here);
        menu.extend_others(wider);
    }
    if asked.names(OPTIMIZE) {
        menu.entries.extend(optimize::offers(snapshot, uri, document, range));
    }
    if asked.wants(QUICK_FIX) {
        menu.entries.extend(explain::offers(snapshot, asked.shown));
    }
    let mut entries = menu.with_choice(&asked);
    if asked.wants(why_not::KIND) {
        entries.extend(why_not::offer(&actions, uri, params.range));
    }
    Ok(Some(entries.into_iter().map(CodeActionOrCommand::CodeAction).collect()))
}

/// A request for the actions at a place.
struct Asked<'a> {
    snapshot: &'a Snapshot,
    uri: &'a Uri,
    document: &'a Document,
    range: Range,
    only: Option<&'a [CodeActionKind]>,
    /// The diagnostics that the client shows there.
    shown: &'a [Diagnostic],
}

impl Asked<'_> {
    fn wants(&self, kind: &str) -> bool {
        is_wanted(kind, self.only)
    }

    fn names(&self, kind: &str) -> bool {
        self.only.is_some_and(|it| it.iter().any(|it| it.as_str() == kind))
    }

    /// Whether it is a menu that is asked for, and not all that there is of one transformation.
    fn is_for_menu(&self) -> bool {
        self.only.is_none_or(|only| !only.iter().any(|it| it.as_str().starts_with(TRANSFORMATION)))
    }

    /// The action as the client gets it; `None` where its edits are withheld and the client shows no reasons.
    fn offer(&self, action: &Action) -> Option<CodeAction> {
        let client = &self.snapshot.client;
        let mut offer = CodeAction {
            title: action.title.clone(),
            kind: Some(CodeActionKind::new(action.kind)),
            diagnostics: self.fixed_diagnostics(action),
            is_preferred: (client.preferred_actions && action.preferred).then_some(true),
            ..CodeAction::default()
        };
        if let Some(reason) = &action.disabled {
            offer.disabled = Some(CodeActionDisabled { reason: reason.clone() });
            if !self.is_for_menu() && !action.forbidden_by.is_empty() {
                let place = |(range, message): &(TextRange, String)| {
                    let range = self.document.range(*range, client.encoding);
                    json!({ "range": range, "message": message })
                };
                let places: Vec<_> = action.forbidden_by.iter().map(place).collect();
                offer.data = Some(json!({ "forbiddenBy": places }));
            }
        } else if client.lazy_action_edits {
            let (uri, version) = (self.uri.clone(), self.document.version);
            offer.data =
                serde_json::to_value(ActionData { uri, version, id: action.request.to_string() }).ok();
        } else {
            let resolved = self.snapshot.analysis.resolve_action(self.document.file, &action.request);
            match resolved.inspect_err(log_withheld) {
                Ok(edits) => {
                    offer.edit =
                        Some(convert::workspace_edit(self.snapshot, self.uri, self.document, &edits));
                }
                Err(_) if !client.disabled_actions => return None,
                Err(why) => offer.disabled = Some(CodeActionDisabled { reason: why.to_string() }),
            }
        }
        Some(offer)
    }

    /// The client's own diagnostics that a quick fix resolves.
    fn fixed_diagnostics(&self, action: &Action) -> Option<Vec<Diagnostic>> {
        let code = NumberOrString::String(action.diagnostic?.to_owned());
        let range = self.document.range(action.range, self.snapshot.client.encoding);
        let touches = |it: &&Diagnostic| it.range.start <= range.end && range.start <= it.range.end;
        let of_code = self.shown.iter().filter(|it| it.code.as_ref() == Some(&code));
        let fixed: Vec<_> = of_code.filter(touches).cloned().collect();
        (!fixed.is_empty()).then_some(fixed)
    }
}

/// The kinds of the transformations begin so.
const TRANSFORMATION: &str = "refactor.rewrite.affine.";

/// Whether a kind is among those asked for, or below one of them.
fn is_wanted(kind: &str, only: Option<&[CodeActionKind]>) -> bool {
    let is_below = |wanted: &CodeActionKind| {
        let rest = kind.strip_prefix(wanted.as_str());
        wanted.as_str().is_empty() || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    only.is_none_or(|only| only.iter().any(is_below))
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
