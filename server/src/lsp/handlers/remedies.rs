//! `affine/remedies`: the transformations at a position that make others legal which are refused there.

use serde::{Deserialize, Serialize};
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{Range, TextDocumentIdentifier};

use crate::lsp::snapshot::Snapshot;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::lsp) struct RemediesParams {
    text_document: TextDocumentIdentifier,
    range: Range,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::lsp) struct RemedyAnswer {
    /// For `affine.transform`.
    id: String,
    title: String,
    /// Titles of the refused ones.
    allows: Vec<String>,
}

/// `null` for a document that is not open.
pub(in crate::lsp) fn remedies(
    snapshot: &Snapshot,
    params: &RemediesParams,
) -> Result<Option<Vec<RemedyAnswer>>> {
    let Some(document) = snapshot.document(&params.text_document.uri) else { return Ok(None) };
    let range = document.text_range(params.range, snapshot.client.encoding);
    let found = snapshot.analysis.remedies(document.file, range).into_iter();
    let answers = found.map(|it| RemedyAnswer {
        id: it.action.request.to_string(),
        title: it.action.title,
        allows: it.allows,
    });
    Ok(Some(answers.collect()))
}
