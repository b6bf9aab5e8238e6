//! `textDocument/documentLink`: the files that locations name.

use std::path::Path;

use analysis::Scope;
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{DocumentLink, DocumentLinkParams, Uri};

use crate::lsp::answers::{written, written_list};
use crate::lsp::kept_list::Entries;
use crate::lsp::snapshot::Snapshot;

/// The answer as it is sent.
pub(in crate::lsp) fn document_link(snapshot: &Snapshot, params: &DocumentLinkParams) -> Result<String> {
    let uri = &params.text_document.uri;
    let Some(document) = snapshot.document(uri) else { return written(&()) };
    let links = Entries {
        scope: Scope::Syntax,
        moves: |_| true,
        inside: &|op| snapshot.analysis.document_links_in(document.file, op),
        outside: snapshot.analysis.document_links_outside(document.file),
        range: |it| it.range,
        sent: &|it, range| {
            let target = target(uri, &it.path, it.position)?;
            Some(DocumentLink { range, target: Some(target), tooltip: None, data: None })
        },
    };
    let texts = document.answers.links.texts(snapshot, document, links);
    Ok(written_list(texts.iter().map(|it| &**it)))
}

/// The file, relative ones beside the document, with the position as editors read it from a link.
fn target(document: &Uri, path: &str, position: Option<(u32, u32)>) -> Option<Uri> {
    let path = Path::new(path);
    let file = if path.is_absolute() {
        Uri::from_file_path(path)?
    } else {
        let document = document.to_file_path()?;
        Uri::from_file_path(document.parent()?.join(path))?
    };
    match position {
        Some((line, column)) => format!("{}#L{line},{column}", file.as_str()).parse().ok(),
        None => Some(file),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relative_and_absolute_files() {
        let link = |document: &str, path: &str| {
            let document: Uri = document.parse().expect("a URI");
            target(&document, path, Some((3, 7))).map(|it| it.as_str().to_owned())
        };
        assert_eq!(link("file:///k/a.mlir", "b/c.py").as_deref(), Some("file:///k/b/c.py#L3,7"));
        assert_eq!(link("file:///k/a.mlir", "/x y.py").as_deref(), Some("file:///x%20y.py#L3,7"));
        assert_eq!(link("untitled:Untitled-1", "b.py"), None);
    }
}
