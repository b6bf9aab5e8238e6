//! The text of interchanged loops: their headers change places, and what is written behind their braces with them.

use super::bounds::Interchanged;
use crate::actions::Edits;
use crate::actions::loop_bounds::LoopBounds;
use crate::actions::loop_offers::variable_name;
use crate::ir::OpId;
use crate::rewrite::{Leaves, RootText, Side};

pub(super) fn edits(
    source: &RootText<'_>,
    (outer, inner): (OpId, OpId),
    bounds: Option<&Interchanged>,
) -> Option<Edits> {
    let (around, within) = (source.header(outer)?, source.header(inner)?);
    let (outside, inside) = match bounds {
        None => (source.slice(within).to_owned(), source.slice(around).to_owned()),
        Some(bounds) => (
            header(source, inner, &bounds.leaves, &bounds.outside),
            header(source, outer, &bounds.leaves, &bounds.inside),
        ),
    };
    let mut edits = vec![(source.pointer(around), outside), (source.pointer(within), inside)];
    let (around, within) = (source.behind(outer)?, source.behind(inner)?);
    if source.slice(around) != source.slice(within) {
        edits.push((source.pointer(around), source.slice(within).to_owned()));
        edits.push((source.pointer(within), source.slice(around).to_owned()));
    }
    Some(edits)
}

fn header(source: &RootText<'_>, op: OpId, leaves: &Leaves, bounds: &LoopBounds) -> String {
    let (lower, upper) = (leaves.bound(Side::Lower, &bounds.lower), leaves.bound(Side::Upper, &bounds.upper));
    format!("affine.for {} = {lower} to {upper}", variable_name(source.ir, op))
}
