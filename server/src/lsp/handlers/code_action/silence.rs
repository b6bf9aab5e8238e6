//! Quick fixes that silence a diagnostic that is not an error of MLIR: here, in this file, or in this project.

use analysis::{Reach, Severity, codes, severity_of};
use tower_lsp::ls_types::*;

use super::project_edits;
use crate::config::with_code_off;
use crate::lsp::convert;
use crate::lsp::document::Document;
use crate::lsp::snapshot::Snapshot;

/// For the diagnostics that the client shows here: those that silence them at their place, and those that do so in more.
pub(super) fn offers(
    snapshot: &Snapshot,
    uri: &Uri,
    document: &Document,
    shown: &[Diagnostic],
) -> (Vec<CodeAction>, Vec<CodeAction>) {
    let (mut here, mut wider) = (Vec::new(), Vec::new());
    let mut seen: Vec<&str> = Vec::new();
    for diagnostic in shown {
        let Some(NumberOrString::String(name)) = &diagnostic.code else { continue };
        let known = codes().into_iter().find(|it| it == name);
        let Some(code) = known.filter(|it| severity_of(it) != Severity::Error) else { continue };
        if seen.contains(&code) {
            continue;
        }
        seen.push(code);
        let offer = |title: String, edit: WorkspaceEdit| CodeAction {
            title,
            kind: Some(CodeActionKind::QUICKFIX),
            diagnostics: Some(vec![diagnostic.clone()]),
            edit: Some(edit),
            ..CodeAction::default()
        };
        let start = document.text_range(diagnostic.range, snapshot.client.encoding).start();
        let comment = |reach: Reach, place: &str| {
            let edit = snapshot.analysis.allowing(document.file, code, reach);
            let edit = convert::workspace_edit(snapshot, uri, document, &[edit]);
            offer(format!("Silence `{code}` {place}"), edit)
        };
        here.push(comment(Reach::Line(start), "here"));
        wider.push(comment(Reach::File, "in this file"));
        if let Some(file) = project_edits::writable(snapshot)
            && let Some(text) = with_code_off(file.text.as_deref().unwrap_or_default(), code)
        {
            let edit = project_edits::edit(snapshot, file, &text);
            wider.push(offer(format!("Silence `{code}` in this project"), edit));
        }
    }
    (here, wider)
}
