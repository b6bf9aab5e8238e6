//! The text of a loop without its invariant statements, which come before it.

use crate::rewrite::Edits;
use crate::rewrite::{Layout, RootText};
use ir::OpId;
use syntax::TextRange;

pub(super) fn edits(source: &RootText<'_>, loop_: OpId, moved: &[OpId]) -> Option<Edits> {
    let ir = source.ir;
    let mut layout = Layout::default();
    let mut edits = Edits::new();
    for op in moved {
        let range = source.with_comments_above(ir.ops[*op].pointer.range);
        layout.text(source.slice(range), source.indentation(range));
        edits.push((source.pointer(source.lines_of(range)), String::new()));
    }
    let start = ir.ops[loop_].pointer.range;
    let indentation = source.indentation(start);
    let lines = layout.in_place(indentation, source.line_break());
    let place = source.pointer(TextRange::empty(start.start()));
    edits.push((place, format!("{lines}{}{indentation}", source.line_break())));
    Some(edits)
}
