//! From offsets, labels and text edits to the protocol's types. The one place that knows both sides.

use analysis::{CallItem, NavigationTarget, Severity, SymbolKind, TextEdit};
use tower_lsp::ls_types::{self, *};

use super::document::{Document, Places};
use super::snapshot::Snapshot;

/// Answers are nested no deeper: readers of JSON stop somewhere, some after 128 levels, and one of ours takes two.
pub(super) const MOST_LEVELS: usize = 50;

pub(super) fn severity(severity: Severity) -> DiagnosticSeverity {
    match severity {
        Severity::Error => DiagnosticSeverity::ERROR,
        Severity::Warning => DiagnosticSeverity::WARNING,
        Severity::Information => DiagnosticSeverity::INFORMATION,
        Severity::Hint => DiagnosticSeverity::HINT,
    }
}

pub(super) fn symbol_kind(kind: SymbolKind) -> ls_types::SymbolKind {
    match kind {
        SymbolKind::Module => ls_types::SymbolKind::MODULE,
        SymbolKind::Function => ls_types::SymbolKind::FUNCTION,
        SymbolKind::Loop => ls_types::SymbolKind::ARRAY,
        SymbolKind::Branch => ls_types::SymbolKind::BOOLEAN,
        SymbolKind::Block => ls_types::SymbolKind::NAMESPACE,
        SymbolKind::Alias => ls_types::SymbolKind::CONSTANT,
        SymbolKind::Global => ls_types::SymbolKind::VARIABLE,
    }
}

pub(super) fn diagnostic(
    snapshot: &Snapshot,
    uri: &Uri,
    places: &mut Places<'_>,
    found: &analysis::Diagnostic,
) -> Diagnostic {
    let client = &snapshot.client;
    let range = places.range(found.range);
    let related = found.related.iter().map(|related| DiagnosticRelatedInformation {
        location: Location::new(uri.clone(), places.range(related.range)),
        message: related.message.to_string(),
    });
    let related: Vec<_> = if client.related_information { related.collect() } else { Vec::new() };
    Diagnostic {
        range,
        severity: Some(severity(found.severity)),
        code: Some(NumberOrString::String(found.code.to_owned())),
        code_description: snapshot.pages.link(client, &snapshot.config, found.code),
        source: Some("affine-analyzer".to_owned()),
        message: found.message.to_string(),
        related_information: (!related.is_empty()).then_some(related),
        ..Diagnostic::default()
    }
}

/// Places to go to, as links where the client takes them; `None` for no place.
pub(super) fn navigation_targets(
    snapshot: &Snapshot,
    uri: &Uri,
    document: &Document,
    targets: &[NavigationTarget],
    as_links: bool,
) -> Option<GotoDefinitionResponse> {
    let range = |it| document.range(it, snapshot.client.encoding);
    if targets.is_empty() {
        return None;
    }
    if !as_links {
        let locations = targets.iter().map(|it| Location::new(uri.clone(), range(it.focus_range)));
        return Some(GotoDefinitionResponse::Array(locations.collect()));
    }
    let links = targets.iter().map(|it| LocationLink {
        origin_selection_range: None,
        target_uri: uri.clone(),
        target_range: range(it.full_range),
        target_selection_range: range(it.focus_range),
    });
    Some(GotoDefinitionResponse::Link(links.collect()))
}

/// A function in the hierarchy of calls.
pub(super) fn call_item(
    snapshot: &Snapshot,
    uri: &Uri,
    document: &Document,
    item: &CallItem,
) -> CallHierarchyItem {
    let encoding = snapshot.client.encoding;
    CallHierarchyItem {
        name: item.name.clone(),
        kind: ls_types::SymbolKind::FUNCTION,
        tags: None,
        detail: None,
        uri: uri.clone(),
        range: document.range(item.full_range, encoding),
        selection_range: document.range(item.focus_range, encoding),
        data: None,
    }
}

/// A symbol and what is inside it, this many levels deep.
pub(super) fn document_symbol(
    places: &mut Places<'_>,
    symbol: analysis::DocumentSymbol,
    levels: usize,
) -> DocumentSymbol {
    // In the order of the text, as far as that goes.
    let start = places.position(symbol.full_range.start());
    let selection_range = places.range(symbol.focus_range);
    let inner = symbol.children.into_iter().filter(|_| levels > 1);
    let children: Vec<_> = inner.map(|child| document_symbol(places, child, levels - 1)).collect();
    let end = places.position(symbol.full_range.end());
    #[expect(deprecated, reason = "the field has to be named to build the type")]
    DocumentSymbol {
        name: symbol.name,
        detail: symbol.detail,
        kind: symbol_kind(symbol.kind),
        tags: None,
        deprecated: None,
        range: Range { start, end },
        selection_range,
        children: (!children.is_empty()).then_some(children),
    }
}

/// Appends a symbol and, after it, those inside it, for clients without a hierarchy.
pub(super) fn flatten_symbol(
    uri: &Uri,
    symbol: DocumentSymbol,
    container: Option<&str>,
    flat: &mut Vec<SymbolInformation>,
) {
    #[expect(deprecated, reason = "the field has to be named to build the type")]
    flat.push(SymbolInformation {
        name: symbol.name.clone(),
        kind: symbol.kind,
        tags: None,
        deprecated: None,
        location: Location::new(uri.clone(), symbol.range),
        container_name: container.map(str::to_owned),
    });
    for child in symbol.children.unwrap_or_default() {
        flatten_symbol(uri, child, Some(&symbol.name), flat);
    }
}

pub(super) fn text_edits(
    snapshot: &Snapshot,
    document: &Document,
    edits: &[TextEdit],
) -> Vec<ls_types::TextEdit> {
    let edits = edits.iter().map(|edit| ls_types::TextEdit {
        range: document.range(edit.range, snapshot.client.encoding),
        new_text: edit.insert.clone(),
    });
    edits.collect()
}

/// The edits of one document; bound to its version where the client can check it.
pub(super) fn workspace_edit(
    snapshot: &Snapshot,
    uri: &Uri,
    document: &Document,
    edits: &[TextEdit],
) -> WorkspaceEdit {
    let edits = text_edits(snapshot, document, edits);
    if !snapshot.client.versioned_edits {
        let changes = std::iter::once((uri.clone(), edits)).collect();
        return WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() };
    }
    let edit = TextDocumentEdit {
        text_document: OptionalVersionedTextDocumentIdentifier {
            uri: uri.clone(),
            version: Some(document.version),
        },
        edits: edits.into_iter().map(OneOf::Left).collect(),
    };
    WorkspaceEdit { document_changes: Some(DocumentChanges::Edits(vec![edit])), ..WorkspaceEdit::default() }
}
