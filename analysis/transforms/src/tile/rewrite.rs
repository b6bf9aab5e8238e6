//! The text of a tiled band: the loops over tiles around the nest, which moves two columns further in for each.

use super::tiles::Tiles;
use crate::loop_header::{HeaderPieces, new_results_name, result_names};
use crate::rewrite::Edits;
use crate::rewrite::{FreshNames, Layout, Leaves, RootText, Side};
use ir::affine::AffineExpr;
use ir::value_name;
use ir::{OpId, OpKind};
use syntax::{SyntaxKind, TextRange};

pub(super) fn edits(source: &RootText<'_>, tiles: &Tiles) -> Option<Edits> {
    let ir = source.ir;
    let whole = ir.ops[tiles.loops.first()?.op].pointer.range;
    let mut pieces = Vec::new();
    for it in &tiles.loops {
        let bounds = source
            .piece(it.op, SyntaxKind::LOWER_BOUND)?
            .cover(source.piece(it.op, SyntaxKind::UPPER_BOUND)?);
        pieces.push((bounds, range(&tiles.leaves, &it.in_tile.lower, &it.in_tile.upper)));
    }
    let carried = match tiles.loops.as_slice() {
        [only] => Carried::of(source, only.op)?,
        _ => Carried::default(),
    };
    pieces.extend(carried.inner.iter().cloned());
    let mut layout = Layout::default();
    for (depth, it) in tiles.loops.iter().enumerate() {
        let bounds = range(&tiles.leaves, &it.over_tiles.lower, &it.over_tiles.upper);
        let step = if it.stride == 1 { String::new() } else { format!(" step {}", it.stride) };
        let Carried { results, clause, .. } = &carried;
        layout.deeper(depth).line(format!("{results}affine.for {} = {bounds}{step}{clause} {{", it.tile));
    }
    let indentation = source.indentation(whole);
    layout.deeper(tiles.loops.len()).text(&source.written(whole, pieces)?, indentation);
    if let Some(terminator) = carried.terminator {
        layout.line(terminator);
    }
    for depth in (0..tiles.loops.len()).rev() {
        layout.deeper(depth).line("}");
    }
    Some(vec![(source.pointer(whole), layout.in_place(indentation, source.line_break()))])
}

/// How the loop over tiles hands on the values that the only loop of a band carries.
#[derive(Default)]
struct Carried {
    /// `%r:2 = `
    results: String,
    /// ` iter_args(%s_0 = %init) -> (f32)`
    clause: String,
    /// The changed parts of the loop inside a tile: names of its results, and its initial values.
    inner: Vec<(TextRange, String)>,
    /// `affine.yield %r_0 : f32`
    terminator: Option<String>,
}

impl Carried {
    fn of(source: &RootText<'_>, op: OpId) -> Option<Self> {
        let ir = source.ir;
        let data = &ir.ops[op];
        let OpKind::For(header) = &data.kind else { return None };
        let inits = data.operands.get(header.inits.clone())?;
        let Some(last) = inits.last() else { return Some(Self::default()) };
        let whole = source.slice(source.header(op)?);
        let results = whole.get(..whole.find("affine.for")?)?.to_owned();
        let behind = TextRange::new(last.pointer.range.end(), source.header(op)?.end());
        let types =
            source.slice(behind).trim_start().strip_prefix(')')?.trim_start().strip_prefix("->")?.trim();
        let listed = types.strip_prefix('(').and_then(|it| it.strip_suffix(')')).unwrap_or(types);
        let mut fresh = FreshNames::of(ir);
        let arguments = ir.blocks[ir.body(op)?].arguments.iter().skip(1);
        let names: Vec<String> = arguments.map(|it| fresh.like(&value_name(ir, *it))).collect();
        let starts: Vec<String> = names
            .iter()
            .zip(inits)
            .map(|(name, init)| format!("{name} = {}", source.slice(init.pointer.range)))
            .collect();
        let inner = new_results_name(source, op, &mut fresh)?;
        let yielded = result_names(&inner, inits.len()).join(", ");
        let pieces = HeaderPieces { results: Some(inner), inits: Some(names), ..HeaderPieces::default() };
        Some(Self {
            results,
            clause: format!(" iter_args({}) -> {types}", starts.join(", ")),
            inner: pieces.ranges(source, op)?,
            terminator: Some(format!("affine.yield {yielded} : {listed}")),
        })
    }
}

/// `0 to min affine_map<…>(…)`
fn range(leaves: &Leaves, lower: &[AffineExpr], upper: &[AffineExpr]) -> String {
    format!("{} to {}", leaves.bound(Side::Lower, lower), leaves.bound(Side::Upper, upper))
}
