//! The text of a tiled band: the loops over tiles around the nest, which stands two columns further in for each.

use super::tiles::Tiles;
use crate::actions::Edits;
use crate::affine::AffineExpr;
use crate::rewrite::{Layout, Leaves, RootText, Side};
use syntax::SyntaxKind;

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
    let mut layout = Layout::default();
    for (depth, it) in tiles.loops.iter().enumerate() {
        let bounds = range(&tiles.leaves, &it.over_tiles.lower, &it.over_tiles.upper);
        let step = if it.stride == 1 { String::new() } else { format!(" step {}", it.stride) };
        layout.deeper(depth).line(format!("affine.for {} = {bounds}{step} {{", it.tile));
    }
    let indentation = source.indentation(whole);
    layout.deeper(tiles.loops.len()).text(&source.written(whole, pieces)?, indentation);
    for depth in (0..tiles.loops.len()).rev() {
        layout.deeper(depth).line("}");
    }
    Some(vec![(source.pointer(whole), layout.in_place(indentation, source.line_break()))])
}

/// `0 to min affine_map<…>(…)`
fn range(leaves: &Leaves, lower: &[AffineExpr], upper: &[AffineExpr]) -> String {
    format!("{} to {}", leaves.bound(Side::Lower, lower), leaves.bound(Side::Upper, upper))
}
