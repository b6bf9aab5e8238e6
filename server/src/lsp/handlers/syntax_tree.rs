//! `affine/syntaxTree`: the lossless tree, for debugging and for tests that two texts are one.

use serde::Deserialize;
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::TextDocumentIdentifier;

use crate::lsp::snapshot::Snapshot;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::lsp) struct SyntaxTreeParams {
    text_document: TextDocumentIdentifier,
}

pub(in crate::lsp) fn syntax_tree(snapshot: &Snapshot, params: &SyntaxTreeParams) -> Result<String> {
    let Some(document) = snapshot.document(&params.text_document.uri) else { return Ok(String::new()) };
    Ok(snapshot.analysis.syntax_tree(document.file))
}
