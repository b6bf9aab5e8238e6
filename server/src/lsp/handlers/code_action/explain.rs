//! The way to the page of a diagnostic.

use tower_lsp::ls_types::*;

use crate::lsp::snapshot::Snapshot;

/// One for each code among the diagnostics that the client shows here.
pub(super) fn offers(snapshot: &Snapshot, shown: &[Diagnostic]) -> Vec<CodeAction> {
    let mut offers: Vec<CodeAction> = Vec::new();
    for diagnostic in shown {
        let Some(NumberOrString::String(code)) = &diagnostic.code else { continue };
        if analysis::explain(code).is_none() {
            continue;
        }
        let Some(command) = snapshot.pages.command(&snapshot.client, code) else { continue };
        if offers.iter().any(|it| it.title == command.title) {
            continue;
        }
        offers.push(CodeAction {
            title: command.title.clone(),
            kind: Some(CodeActionKind::QUICKFIX),
            diagnostics: Some(vec![diagnostic.clone()]),
            command: Some(command),
            ..CodeAction::default()
        });
    }
    offers
}
