//! `textDocument/completion`: what may be at the cursor, the likeliest first.

use analysis::CompletionKind as Kind;
use serde::{Deserialize, Serialize};
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::*;

use crate::lsp::convert;
use crate::lsp::snapshot::Snapshot;

/// The subject of `completionItem/resolve`.
#[derive(Serialize, Deserialize)]
pub(super) struct ItemData {
    pub(super) operation: String,
}

pub(in crate::lsp) fn completion(
    snapshot: &Snapshot,
    params: &CompletionParams,
) -> Result<Option<CompletionResponse>> {
    let at = &params.text_document_position;
    let Some(document) = snapshot.document(&at.text_document.uri) else { return Ok(None) };
    let encoding = snapshot.client.encoding;
    let offset = document.analysed_offset(at.position, encoding);
    let found = snapshot.analysis.completions(document.file, offset);
    let items = found.into_iter().enumerate().map(|(index, it)| {
        let snippet = it.snippet.filter(|_| snapshot.client.snippets);
        let format = if snippet.is_some() { InsertTextFormat::SNIPPET } else { InsertTextFormat::PLAIN_TEXT };
        let data = (it.kind == Kind::Operation).then(|| ItemData { operation: it.label.clone() });
        let edit =
            TextEdit { range: document.range(it.replace, encoding), new_text: snippet.unwrap_or(it.insert) };
        CompletionItem {
            kind: Some(kind(it.kind)),
            detail: it.detail,
            // Clients sort by the label if nothing else is said.
            sort_text: Some(format!("{index:04}")),
            filter_text: Some(it.filter),
            insert_text_format: Some(format),
            additional_text_edits: (!it.also.is_empty())
                .then(|| convert::text_edits(snapshot, document, &it.also)),
            text_edit: Some(CompletionTextEdit::Edit(edit)),
            data: data.and_then(|it| serde_json::to_value(it).ok()),
            label: it.label,
            ..CompletionItem::default()
        }
    });
    Ok(Some(CompletionResponse::Array(items.collect())))
}

fn kind(kind: Kind) -> CompletionItemKind {
    match kind {
        Kind::Value => CompletionItemKind::VARIABLE,
        Kind::Block => CompletionItemKind::REFERENCE,
        Kind::Symbol => CompletionItemKind::FUNCTION,
        Kind::Alias => CompletionItemKind::CONSTANT,
        Kind::Operation => CompletionItemKind::METHOD,
        Kind::Type => CompletionItemKind::STRUCT,
        Kind::Keyword => CompletionItemKind::KEYWORD,
        Kind::Literal => CompletionItemKind::VALUE,
        Kind::Punctuation => CompletionItemKind::OPERATOR,
    }
}
