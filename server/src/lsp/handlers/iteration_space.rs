//! `affine/iterationSpace`: the iterations of the loops around a position as points, and the dependences between
//! them as arrows.

use analysis::{InductionRange, Integer, IterationSpaceOptions};
use rustc_hash::FxHashMap;
use serde::Deserialize;
use serde_json::{Value, json};
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{Position, TextDocumentIdentifier};

use crate::lsp::snapshot::Snapshot;
use crate::report::json::{AccessJson, DependenceJson, IntegerJson};

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::lsp) struct IterationSpaceParams {
    text_document: TextDocumentIdentifier,
    position: Position,
    /// Values by name, `%n`; 8 for symbols that are not named.
    #[serde(default)]
    symbols: FxHashMap<String, i64>,
    /// How many of the loops, from the outermost; all without it.
    depth: Option<usize>,
    /// How many steps of each loop from its first value; all without it.
    extent: Option<u32>,
    /// How many points and how many arrows at most.
    limit: Option<usize>,
}

const DEFAULT_LIMIT: usize = 1_000;
const MOST: usize = 10_000;

/// `null` where there is neither a loop nor an access.
pub(in crate::lsp) fn iteration_space(snapshot: &Snapshot, params: &IterationSpaceParams) -> Result<Value> {
    let Some(document) = snapshot.document(&params.text_document.uri) else { return Ok(Value::Null) };
    let encoding = snapshot.client.encoding;
    let offset = document.analysed_offset(params.position, encoding);
    let options = IterationSpaceOptions {
        symbols: params.symbols.clone(),
        depth: params.depth,
        extent: params.extent,
        limit: params.limit.unwrap_or(DEFAULT_LIMIT).min(MOST),
    };
    let Some(found) = snapshot.analysis.iteration_space(document.file, offset, &options) else {
        return Ok(Value::Null);
    };
    let nest = found.nest.iter().map(|(name, range)| {
        let range = document.range(*range, encoding);
        json!({ "name": name, "range": range })
    });
    let accesses = found.accesses.iter().map(|(id, access)| {
        let range = document.range(access.range, encoding);
        AccessJson { id: *id, access, range }
    });
    let arrows = found.arrows.iter().map(|it| {
        json!({
            "kind": it.kind.as_str().to_lowercase(),
            "source": point(&it.source),
            "sink": point(&it.sink),
            "element": it.element.as_deref().map(point),
            "dependences": it.dependences,
        })
    });
    let symbols: FxHashMap<_, _> = found.symbols.iter().map(|(name, value)| (name, value)).collect();
    Ok(json!({
        "nest": nest.collect::<Vec<_>>(),
        "loops": found.loops,
        "ranges": found.ranges.iter().map(range).collect::<Vec<_>>(),
        "symbols": symbols,
        "points": found.points.iter().map(|it| point(it)).collect::<Vec<_>>(),
        "truncated": found.truncated,
        "accesses": accesses.collect::<Vec<_>>(),
        "dependences": found.dependences.iter().map(DependenceJson).collect::<Vec<_>>(),
        "arrows": arrows.collect::<Vec<_>>(),
        "arrowsTruncated": found.arrows_truncated,
        "unknown": found.unknown,
    }))
}

fn point(coordinates: &[Integer]) -> Vec<IntegerJson<'_>> {
    coordinates.iter().map(IntegerJson).collect()
}

fn range(range: &InductionRange) -> Value {
    json!({
        "least": range.least.as_ref().map(IntegerJson),
        "greatest": range.greatest.as_ref().map(IntegerJson),
        "lastShown": range.last_shown.as_ref().map(IntegerJson),
        "step": range.step,
    })
}
