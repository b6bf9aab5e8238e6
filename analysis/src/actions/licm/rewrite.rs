//! The text of a loop without its invariant statements, which stand in front of it.

use crate::actions::Edits;
use crate::ir::OpId;
use crate::rewrite::{FreshNames, Layout, RootText, TextCopy};
use syntax::TextRange;

pub(super) fn edits(source: &RootText<'_>, loop_: OpId, moved: &[OpId]) -> Option<Edits> {
    let ir = source.ir;
    let mut copy = TextCopy::of(source);
    copy.move_results(moved, &mut FreshNames::of(ir));
    let mut layout = Layout::default();
    let mut edits = Edits::new();
    let mut removed = Vec::new();
    for op in moved {
        let range = source.with_comments_above(ir.ops[*op].pointer.range);
        layout.text(&copy.text(range)?, source.indentation(range));
        let lines = source.lines_of(range);
        removed.push(lines);
        edits.push((source.pointer(lines), String::new()));
    }
    for value in moved.iter().flat_map(|it| &ir.ops[*it].results) {
        for mention in ir.mentions.iter().filter(|it| it.value == Some(*value)) {
            if !removed.iter().any(|it| source.holds(*it, mention.pointer)) {
                edits.push((mention.pointer, copy.name(*value)));
            }
        }
    }
    let start = ir.ops[loop_].pointer.range;
    let indentation = source.indentation(start);
    let lines = layout.in_place(indentation, source.line_break());
    let place = source.pointer(TextRange::empty(start.start()));
    edits.push((place, format!("{lines}{}{indentation}", source.line_break())));
    Some(edits)
}
