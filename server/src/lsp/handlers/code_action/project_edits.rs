//! Edits of the project's configuration.

use tower_lsp::ls_types::*;

use crate::lsp::configuration::ProjectFile;
use crate::lsp::snapshot::Snapshot;

/// The project's file, where it is there or this client can make it.
pub(super) fn writable(snapshot: &Snapshot) -> Option<&ProjectFile> {
    let file = snapshot.project_file.as_ref()?;
    let creates = snapshot.client.creates_files && snapshot.client.versioned_edits;
    (file.text.is_some() || creates).then_some(file)
}

/// Gives the file a new text.
pub(super) fn edit(snapshot: &Snapshot, file: &ProjectFile, new: &str) -> WorkspaceEdit {
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
