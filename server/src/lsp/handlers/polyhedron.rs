//! `affine/polyhedron`: the constraint systems after the access at a position and after its dependences, as tables
//! of coefficients and in isl's notation.

use analysis::ConstraintTable;
use serde::{Deserialize, Serialize};
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{Position, Range, TextDocumentIdentifier};

use crate::lsp::snapshot::Snapshot;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::lsp) struct PolyhedronParams {
    text_document: TextDocumentIdentifier,
    position: Position,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::lsp) struct Polyhedron {
    /// The range of the operation's name.
    range: Range,
    tables: Vec<Table>,
    unknown: Option<String>,
    dependences: Vec<DependencePolyhedron>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct DependencePolyhedron {
    kind: String,
    source: Range,
    sink: Range,
    depth: usize,
    tables: Vec<Table>,
    unknown: Option<String>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Table {
    title: String,
    /// The names of the columns that stand for values.
    names: Vec<String>,
    /// The meaning of each column but the last, the constant.
    columns: Vec<String>,
    tableau: String,
    isl: String,
}

pub(in crate::lsp) fn polyhedron(
    snapshot: &Snapshot,
    params: &PolyhedronParams,
) -> Result<Option<Polyhedron>> {
    let Some(document) = snapshot.document(&params.text_document.uri) else { return Ok(None) };
    let encoding = snapshot.client.encoding;
    let offset = document.analysed_offset(params.position, encoding);
    let Some(found) = snapshot.analysis.polyhedra(document.file, offset) else { return Ok(None) };
    let dependences = found.dependences.into_iter().map(|it| DependencePolyhedron {
        kind: it.kind.as_str().to_lowercase(),
        source: document.range(it.source, encoding),
        sink: document.range(it.sink, encoding),
        depth: it.depth,
        tables: tables(it.tables),
        unknown: it.unknown,
    });
    Ok(Some(Polyhedron {
        range: document.range(found.range, encoding),
        tables: tables(found.tables),
        unknown: found.unknown,
        dependences: dependences.collect(),
    }))
}

fn tables(tables: Vec<ConstraintTable>) -> Vec<Table> {
    let table = |it: ConstraintTable| Table {
        title: it.title,
        names: it.names,
        columns: it.columns,
        tableau: it.tableau,
        isl: it.isl,
    };
    tables.into_iter().map(table).collect()
}
