//! The ends of regions.

use crate::pending_edits::PendingEdits;
use ir::{Form, OpId};

/// Ends a region as the affine dialect does, where its end is written.
pub(super) fn raised_end(end: OpId, edits: &mut PendingEdits<'_, '_>) {
    let source = edits.source;
    let data = &source.ir.ops[end];
    if (data.dialect(), data.name_in_dialect()) == ("scf", "yield") {
        let quote = if data.form == Form::Generic { "\"" } else { "" };
        edits.replace(data.name_pointer.range, format!("{quote}affine.{}{quote}", data.name_in_dialect()));
    }
}
