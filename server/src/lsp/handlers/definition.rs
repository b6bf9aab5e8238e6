//! `textDocument/definition`.

use std::path::Path;

use analysis::ods::Origin;
use ropey::Rope;
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::*;

use crate::definitions;
use crate::lsp::capabilities::Client;
use crate::lsp::snapshot::Snapshot;
use crate::lsp::{convert, position};

pub(in crate::lsp) fn definition(
    snapshot: &Snapshot,
    params: &GotoDefinitionParams,
) -> Result<Option<GotoDefinitionResponse>> {
    let at = &params.text_document_position_params;
    let uri = &at.text_document.uri;
    let Some(document) = snapshot.document(uri) else { return Ok(None) };
    let offset = document.analysed_offset(at.position, snapshot.client.encoding);
    if let Some((name, origin)) = snapshot.analysis.origin(document.file, offset) {
        // It reads a file.
        snapshot.analysis.takes_long();
        let name = document.range(name, snapshot.client.encoding);
        return Ok(in_definitions(&snapshot.client, name, &origin));
    }
    let targets = snapshot.analysis.definition(document.file, offset);
    Ok(convert::navigation_targets(snapshot, uri, document, &targets, snapshot.client.definition_links))
}

/// The line of a `.td` file at which an operation, a type or an attribute is defined, as the file is now.
fn in_definitions(client: &Client, name: Range, origin: &Origin) -> Option<GotoDefinitionResponse> {
    let path = Path::new(&*origin.file);
    let uri = Uri::from_file_path(path)?;
    let text = definitions::text_of(path)?;
    let start = text.floor_char_boundary(origin.at as usize);
    let line = text.get(start..)?.lines().next().unwrap_or_default();
    // `def Name`
    let keyword =
        line.len() - line.trim_start_matches(|it: char| it.is_ascii_alphabetic()).trim_start().len();
    let is_name = |it: char| it.is_ascii_alphanumeric() || it == '_';
    let len = line.get(keyword..)?.find(|it| !is_name(it)).unwrap_or(line.len() - keyword);
    let lines = Rope::from_str(&text);
    let at = |offset: usize| position::position(&lines, start + offset, client.encoding);
    let focus = Range { start: at(keyword), end: at(keyword + len) };
    if !client.definition_links {
        return Some(GotoDefinitionResponse::Scalar(Location::new(uri, focus)));
    }
    Some(GotoDefinitionResponse::Link(vec![LocationLink {
        origin_selection_range: Some(name),
        target_uri: uri,
        target_range: Range { start: at(0), end: at(line.len()) },
        target_selection_range: focus,
    }]))
}
