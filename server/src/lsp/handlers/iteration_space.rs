//! `affine/iterationSpace`: the iterations of the loops around a position as points, and the dependences between
//! them as arrows.

use analysis::Integer;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{Position, TextDocumentIdentifier};

use crate::lsp::snapshot::Snapshot;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::lsp) struct IterationSpaceParams {
    text_document: TextDocumentIdentifier,
    position: Position,
    /// Values by name, `%n`; 8 for symbols that are not named.
    #[serde(default)]
    symbols: FxHashMap<String, i64>,
    /// How many points and how many arrows at most.
    limit: Option<usize>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::lsp) struct IterationSpace {
    loops: Vec<String>,
    symbols: FxHashMap<String, i64>,
    points: Vec<Vec<Coordinate>>,
    truncated: bool,
    arrows: Vec<Arrow>,
    arrows_truncated: bool,
    unknown: Vec<String>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Arrow {
    kind: String,
    source: Vec<Coordinate>,
    sink: Vec<Coordinate>,
}

/// A number, or its digits where a reader of JSON would round it.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Coordinate {
    Number(i64),
    Digits(String),
}

const DEFAULT_LIMIT: usize = 1_000;
const MOST: usize = 10_000;

pub(in crate::lsp) fn iteration_space(
    snapshot: &Snapshot,
    params: &IterationSpaceParams,
) -> Result<Option<IterationSpace>> {
    let document = snapshot.document(&params.text_document.uri)?;
    let offset = document.analysed_offset(params.position, snapshot.client.encoding);
    let limit = params.limit.unwrap_or(DEFAULT_LIMIT).min(MOST);
    let found = snapshot.analysis.iteration_space(document.file, offset, &params.symbols, limit);
    let Some(found) = found else { return Ok(None) };
    let arrows = found.arrows.iter().map(|it| Arrow {
        kind: it.kind.as_str().to_lowercase(),
        source: coordinates(&it.source),
        sink: coordinates(&it.sink),
    });
    Ok(Some(IterationSpace {
        arrows: arrows.collect(),
        points: found.points.iter().map(|it| coordinates(it)).collect(),
        loops: found.loops,
        symbols: found.symbols.into_iter().collect(),
        truncated: found.truncated,
        arrows_truncated: found.arrows_truncated,
        unknown: found.unknown,
    }))
}

fn coordinates(point: &[Integer]) -> Vec<Coordinate> {
    let coordinate =
        |it: &Integer| it.to_i64().map_or_else(|| Coordinate::Digits(it.to_string()), Coordinate::Number);
    point.iter().map(coordinate).collect()
}
