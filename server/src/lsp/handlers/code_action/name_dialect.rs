//! The quick fix of a dialect that nobody knows: its name goes into the configuration of the project.

use analysis::TextRange;
use tower_lsp::ls_types::*;

use crate::config::{FILE_NAME, with_dialect};
use crate::lsp::configuration::ProjectFile;
use crate::lsp::document::Document;
use crate::lsp::snapshot::Snapshot;

/// One offer for each unknown dialect in the range.
pub(super) fn offers(
    snapshot: &Snapshot,
    document: &Document,
    range: TextRange,
    shown: &[Diagnostic],
) -> Vec<CodeAction> {
    let Some(file) = &snapshot.project_file else { return Vec::new() };
    let can_write = file.text.is_some() || snapshot.client.creates_files && snapshot.client.versioned_edits;
    if !can_write {
        return Vec::new();
    }
    let dialects = snapshot.analysis.unknown_dialects(document.file, range);
    let offer = |(name, place): (String, TextRange)| {
        let place = document.range(place, snapshot.client.encoding);
        let fixed = shown.iter().filter(|it| it.range == place).cloned().collect();
        Some(CodeAction {
            title: format!("Add `{name}` to dialects.names in {FILE_NAME}"),
            kind: Some(CodeActionKind::QUICKFIX),
            diagnostics: Some(fixed),
            edit: Some(edit(snapshot, file, &with_dialect(file.text.as_deref().unwrap_or_default(), &name)?)),
            ..CodeAction::default()
        })
    };
    dialects.into_iter().filter_map(offer).collect()
}

/// Gives the file a new text.
fn edit(snapshot: &Snapshot, file: &ProjectFile, new: &str) -> WorkspaceEdit {
    let lines = file.text.as_deref().map_or(0, |it| it.matches('\n').count() + 1);
    let end = Position::new(u32::try_from(lines).unwrap_or(u32::MAX), 0);
    let edit = TextEdit { range: Range { start: Position::default(), end }, new_text: new.to_owned() };
    let uri = file.uri.clone();
    if !snapshot.client.versioned_edits {
        return WorkspaceEdit { changes: Some([(uri, vec![edit])].into()), ..WorkspaceEdit::default() };
    }
    let create = file.text.is_none().then(|| {
        DocumentChangeOperation::Op(ResourceOp::Create(CreateFile {
            uri: uri.clone(),
            options: Some(CreateFileOptions { overwrite: None, ignore_if_exists: Some(true) }),
            annotation_id: None,
        }))
    });
    let change = DocumentChangeOperation::Edit(TextDocumentEdit {
        text_document: OptionalVersionedTextDocumentIdentifier { uri, version: None },
        edits: vec![OneOf::Left(edit)],
    });
    let operations = create.into_iter().chain([change]).collect();
    WorkspaceEdit {
        document_changes: Some(DocumentChanges::Operations(operations)),
        ..WorkspaceEdit::default()
    }
}
