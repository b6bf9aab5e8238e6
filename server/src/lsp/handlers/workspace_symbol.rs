//! `workspace/symbol`: functions, globals, modules and aliases of the open documents and the files of the workspace.

use analysis::SymbolKind;
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::*;

use crate::lsp::convert;
use crate::lsp::document::Document;
use crate::lsp::snapshot::Snapshot;

/// More are not answered; the next letter leaves fewer.
const MAX_SYMBOLS: usize = 512;

pub(in crate::lsp) fn workspace_symbol(
    snapshot: &Snapshot,
    params: &WorkspaceSymbolParams,
) -> Result<Option<WorkspaceSymbolResponse>> {
    let mut found = symbols(snapshot, &params.query);
    for (_, file) in snapshot.unopened.but(snapshot.all_documents().map(|it| it.1)) {
        found.extend(file.symbols.iter().filter(|it| matches(&it.name, &params.query)).cloned());
        if found.len() > MAX_SYMBOLS {
            break;
        }
    }
    found.truncate(MAX_SYMBOLS);
    Ok(Some(WorkspaceSymbolResponse::Flat(found)))
}

/// The symbols of the open documents that match.
pub(in crate::lsp) fn symbols(snapshot: &Snapshot, query: &str) -> Vec<SymbolInformation> {
    let mut documents: Vec<(&Snapshot, &Uri, &Document)> = snapshot.all_documents().collect();
    documents.sort_by_key(|it| it.1.as_str());
    let mut found = Vec::new();
    for (snapshot, uri, document) in documents {
        let mut search = Search { snapshot, uri, document, query, found: &mut found };
        for symbol in snapshot.analysis.document_symbols(document.file, 0) {
            search.collect(&symbol, None);
        }
    }
    found.truncate(MAX_SYMBOLS);
    found
}

/// The search of one document.
struct Search<'a> {
    snapshot: &'a Snapshot,
    uri: &'a Uri,
    document: &'a Document,
    query: &'a str,
    found: &'a mut Vec<SymbolInformation>,
}

impl Search<'_> {
    /// Appends a symbol that matches, and those in it. Loops and blocks are looked for in their own file.
    fn collect(&mut self, symbol: &analysis::DocumentSymbol, container: Option<&str>) {
        if matches!(symbol.kind, SymbolKind::Loop | SymbolKind::Branch | SymbolKind::Block) {
            return;
        }
        if matches(&symbol.name, self.query) {
            let range = self.document.range(symbol.focus_range, self.snapshot.client.encoding);
            #[expect(deprecated, reason = "the field has to be named to build the type")]
            self.found.push(SymbolInformation {
                name: symbol.name.clone(),
                kind: convert::symbol_kind(symbol.kind),
                tags: None,
                deprecated: None,
                location: Location::new(self.uri.clone(), range),
                container_name: container.map(str::to_owned),
            });
        }
        for child in &symbol.children {
            self.collect(child, Some(&symbol.name));
        }
    }
}

/// Whether the letters of the query are in the name in their order, in any case.
fn matches(name: &str, query: &str) -> bool {
    let mut letters = name.chars().flat_map(char::to_lowercase);
    query.chars().flat_map(char::to_lowercase).all(|wanted| letters.any(|it| it == wanted))
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn letters_in_order_and_any_case() {
        assert!(matches("@conv_2d", "c2D") && matches("@conv_2d", "") && matches("#map", "#m"));
        assert!(!matches("@conv_2d", "2c") && !matches("", "a"));
    }
}
