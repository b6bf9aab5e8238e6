//! One branch of a condition with a known outcome, in a copy of the code around it.

use crate::rewrite::{Layout, RootText, TextCopy};
use ir::{OpId, OpKind};
use syntax::{TextRange, TextSize};

/// Writes the statements of a branch in place of an `affine.if`; none where it has no such branch.
pub(super) fn keep_branch(
    source: &RootText<'_>,
    copy: &mut TextCopy<'_>,
    op: OpId,
    branch: usize,
) -> Option<()> {
    let ir = source.ir;
    let place = ir.ops[op].pointer.range;
    let block = ir.ops[op].regions.get(branch).and_then(|it| ir.regions[*it].blocks.first());
    let terminator = block
        .and_then(|it| ir.blocks[*it].ops.last())
        .filter(|it| matches!(ir.ops[**it].kind, OpKind::Yield));
    let yielded = terminator.map(|it| ir.ops[*it].operands.as_slice()).unwrap_or_default();
    if yielded.len() != ir.ops[op].results.len() {
        return None;
    }
    for (result, operand) in ir.ops[op].results.iter().zip(yielded) {
        let name = copy.name(operand.value?);
        copy.mention_instead(*result, &name);
    }
    let mut layout = Layout::default();
    if let (Some(braces), Some(block)) = (source.regions(op).get(branch), block) {
        let brace = TextSize::from(1);
        let inside = TextRange::new(braces.start() + brace, braces.end().checked_sub(brace)?);
        let first = ir.blocks[*block].ops.first().map(|it| ir.ops[*it].pointer.range);
        let indentation = source.indentation(first.unwrap_or(inside));
        let pieces = match terminator.map(|it| ir.ops[*it].pointer.range) {
            Some(yield_) => vec![
                TextRange::new(inside.start(), yield_.start()),
                TextRange::new(yield_.end(), inside.end()),
            ],
            None => vec![inside],
        };
        for piece in pieces {
            let text = copy.text(piece)?;
            if !text.trim().is_empty() {
                layout.text(&text, indentation);
            }
        }
    }
    if layout.is_empty() {
        copy.replace(source.lines_of(place), "");
        return Some(());
    }
    let mut text = layout.in_place(source.indentation(place), source.line_break());
    text.push_str(&source.break_behind_comment(&text, place));
    copy.replace(place, text);
    Some(())
}
