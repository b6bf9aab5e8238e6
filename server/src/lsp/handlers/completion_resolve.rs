//! `completionItem/resolve`: the form of an operation and what it does.

use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::ls_types::{CompletionItem, Documentation, MarkupContent, MarkupKind};

use super::completion::ItemData;
use crate::lsp::snapshot::Snapshot;

pub(in crate::lsp) fn completion_resolve(
    snapshot: &Snapshot,
    item: &CompletionItem,
) -> Result<CompletionItem> {
    let Some(data) = &item.data else { return Ok(item.clone()) };
    let data = serde_json::from_value::<ItemData>(data.clone())
        .map_err(|error| Error::invalid_params(format!("`data` is not that of an item: {error}")))?;
    let kind = if snapshot.client.markdown_completion { MarkupKind::Markdown } else { MarkupKind::PlainText };
    let documentation = snapshot
        .analysis
        .operation_documentation(&data.operation)
        .map(|value| Documentation::MarkupContent(MarkupContent { kind, value }));
    Ok(CompletionItem { documentation, ..item.clone() })
}
