//! The text of a loop some of whose statements are delayed: a loop of the others, one in which all run, and a loop of
//! those that are delayed.

use super::legality::Retiming;
use crate::delay::{Shift, Which};
use crate::for_loop::{induction_variable, variable_name};
use crate::loop_bounds::plus_constant;
use crate::rewrite::{Edits, FreshNames, Layout, RootText, TextCopy};
use ir::OpId;
use syntax::{SyntaxKind, TextRange};

pub(super) fn edits(source: &RootText<'_>, op: OpId, retiming: &Retiming, shift: &Shift) -> Option<Edits> {
    let ir = source.ir;
    let whole = ir.ops[op].pointer.range;
    let (outer, line_break) = (source.indentation(whole), source.line_break());
    let mut texts = Vec::new();
    if let Some(bounds) = shift.before(Which::First) {
        texts.push(without(source, op, &retiming.late, &bounds)?);
    }
    texts.push(together(source, op, retiming, &shift.together())?);
    if let Some(bounds) = shift.behind(Which::Second) {
        texts.push(without(source, op, &retiming.early, &bounds)?);
    }
    Some(vec![(source.pointer(whole), texts.join(&format!("{line_break}{outer}")))])
}

/// The loop over other bounds without some of its statements.
fn without(source: &RootText<'_>, op: OpId, statements: &[OpId], bounds: &str) -> Option<String> {
    let mut copy = TextCopy::of(source);
    copy.replace(range(source, op)?, bounds);
    for it in statements {
        copy.replace(source.lines_of(with_comments(source, *it)), "");
    }
    copy.text(source.ir.ops[op].pointer.range)
}

/// The loop in which all statements run, the delayed ones first.
fn together(source: &RootText<'_>, op: OpId, retiming: &Retiming, bounds: &str) -> Option<String> {
    let ir = source.ir;
    let whole = ir.ops[op].pointer.range;
    let mut late = TextCopy::of(source);
    let variable = late.leaves.dim(&variable_name(ir, op));
    let name = FreshNames::of(ir).like(&variable_name(ir, op));
    late.substitute(
        induction_variable(ir, op)?,
        plus_constant(&variable, retiming.delay.checked_neg()?),
        &name,
    );
    let mut statements = Layout::default();
    for it in &retiming.late {
        let range = with_comments(source, *it);
        statements.text(&late.text(range)?, source.indentation(range));
    }
    let mut layout = Layout::default();
    late.definitions().into_iter().for_each(|it| layout.line(it));
    layout.append(statements);
    for it in &retiming.early {
        let range = with_comments(source, *it);
        layout.text(source.slice(range), source.indentation(range));
    }
    source.closing_comments(op).for_each(|it| layout.line(it));
    let header = source.written(source.header(op)?, vec![(range(source, op)?, bounds.to_owned())])?;
    let (outer, line_break) = (source.indentation(whole), source.line_break());
    let body = layout.at(&source.inner_indentation(op), line_break);
    let behind = source.slice(source.behind(op)?);
    Some(format!("{header} {}{line_break}{body}{outer}}}{behind}", source.opening(op)))
}

/// A statement with the comments above it and after it.
fn with_comments(source: &RootText<'_>, op: OpId) -> TextRange {
    source.with_comments_above(source.with_comment_behind(source.ir.ops[op].pointer.range))
}

/// Both bounds of a loop.
fn range(source: &RootText<'_>, op: OpId) -> Option<TextRange> {
    let lower = source.piece(op, SyntaxKind::LOWER_BOUND)?;
    Some(lower.cover(source.piece(op, SyntaxKind::UPPER_BOUND)?))
}
