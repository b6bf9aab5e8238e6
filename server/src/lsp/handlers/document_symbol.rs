//! `textDocument/documentSymbol`.

use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::*;

use crate::lsp::convert;
use crate::lsp::snapshot::Snapshot;

pub(in crate::lsp) fn document_symbol(
    snapshot: &Snapshot,
    params: &DocumentSymbolParams,
) -> Result<Option<DocumentSymbolResponse>> {
    let uri = &params.text_document.uri;
    let Some(document) = snapshot.whole_document(uri) else { return Ok(None) };
    let found = snapshot.analysis.document_symbols(document.file, snapshot.config.most_symbols);
    let levels = convert::MOST_LEVELS;
    let mut places = document.places(snapshot.client.encoding);
    let symbols = found.into_iter().map(|it| convert::document_symbol(&mut places, it, levels));
    if snapshot.client.hierarchical_symbols {
        return Ok(Some(DocumentSymbolResponse::Nested(symbols.collect())));
    }
    let mut flat = Vec::new();
    for symbol in symbols {
        convert::flatten_symbol(uri, symbol, None, &mut flat);
    }
    Ok(Some(DocumentSymbolResponse::Flat(flat)))
}
