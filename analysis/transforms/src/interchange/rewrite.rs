//! The text of interchanged loops: their variables, bounds and steps change places, and so does the text after their
//! braces.

use super::bounds::Interchanged;
use crate::for_loop::{induction_variable, variable_name};
use crate::loop_bounds::LoopBounds;
use crate::rewrite::Edits;
use crate::rewrite::{Leaves, RootText, Side};
use ir::OpId;
use syntax::{SyntaxKind, TextRange};

pub(super) fn edits(
    source: &RootText<'_>,
    (outer, inner): (OpId, OpId),
    bounds: Option<&Interchanged>,
) -> Option<Edits> {
    let (around, within) = (iterations(source, outer)?, iterations(source, inner)?);
    let (outside, inside) = match bounds {
        None => (source.slice(within).to_owned(), source.slice(around).to_owned()),
        Some(bounds) => (
            written(source, inner, &bounds.leaves, &bounds.outside),
            written(source, outer, &bounds.leaves, &bounds.inside),
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

/// From the induction variable to the upper bound, or to the step after it.
pub(crate) fn iterations(source: &RootText<'_>, op: OpId) -> Option<TextRange> {
    let variable = source.ir.values[induction_variable(source.ir, op)?].pointer?;
    let upper = source.piece(op, SyntaxKind::UPPER_BOUND)?;
    let last = source.piece(op, SyntaxKind::STEP).unwrap_or(upper);
    (variable.range.start() <= last.end()).then(|| TextRange::new(variable.range.start(), last.end()))
}

/// `%i = 0 to 8`
fn written(source: &RootText<'_>, op: OpId, leaves: &Leaves, bounds: &LoopBounds) -> String {
    let (lower, upper) = (leaves.bound(Side::Lower, &bounds.lower), leaves.bound(Side::Upper, &bounds.upper));
    format!("{} = {lower} to {upper}", variable_name(source.ir, op))
}
