//! The ends of regions.

use crate::pieces::Pieces;
use crate::rewrite::RootText;
use ir::{Form, OpId};

/// Ends a region as the affine dialect does, where its end is written.
pub(super) fn raised_end(source: &RootText<'_>, end: OpId, pieces: &mut Pieces<'_>) {
    let data = &source.ir.ops[end];
    if (data.dialect(), data.name_in_dialect()) == ("scf", "yield") {
        let quote = if data.form == Form::Generic { "\"" } else { "" };
        pieces.replace(data.name_pointer.range, format!("{quote}affine.{}{quote}", data.name_in_dialect()));
    }
}
