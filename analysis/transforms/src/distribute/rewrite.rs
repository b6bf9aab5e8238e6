//! The text of a distributed loop: after each part its end, and the header again.

use crate::rewrite::Edits;
use crate::rewrite::{RootText, line_end};
use ir::OpId;
use syntax::{TextRange, TextSize};

pub(super) fn edits(source: &RootText<'_>, op: OpId, places: &[OpId]) -> Option<Edits> {
    let ir = source.ir;
    let (outer, line_break) = (source.indentation(ir.ops[op].pointer.range), source.line_break());
    let header = source.slice(source.header(op)?);
    let behind = source.slice(source.behind(op)?);
    let between = format!("{line_break}{outer}}}{behind}{line_break}{outer}{header} {{");
    places
        .iter()
        .map(|after| {
            let end = ir.ops[*after].pointer.range.end();
            let rest = source.text.get(usize::from(end)..line_end(&source.text, end.into()))?;
            let comment = rest.trim_end();
            let (at, text) = match comment.is_empty() || comment.trim_start().starts_with("//") {
                true => (blank_lines(source, end + TextSize::of(comment)), between.clone()),
                false => {
                    let inner = source.inner_indentation(op);
                    (TextRange::empty(end), format!("{between}{line_break}{inner}"))
                }
            };
            Some((source.pointer(at), text))
        })
        .collect()
}

/// The blank lines after a line that ends at the offset, without their last line break.
fn blank_lines(source: &RootText<'_>, end: TextSize) -> TextRange {
    let rest = source.text.get(usize::from(end)..).unwrap_or_default();
    let blanks = rest.get(..rest.len() - rest.trim_start().len()).unwrap_or_default();
    let last = blanks.rfind(source.line_break()).unwrap_or_default();
    TextRange::at(end, TextSize::try_from(last).unwrap_or_default())
}
