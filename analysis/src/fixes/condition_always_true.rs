//! `condition-always-true`: the statements of the first branch in place of the operation, if it has no results.

use super::{FixContext, edit, fix};
use crate::diagnostic::Fix;
use crate::rewrite::{FreshNames, Layout, RootText, TextCopy};

pub(super) fn fixes(ctx: &FixContext<'_>) -> Vec<Fix> {
    inlined(ctx).unwrap_or_default()
}

fn inlined(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let records = ctx.records()?;
    let op = records.op(&ctx.operation()?)?;
    let ir = records.ir;
    let source = RootText::around(ctx.db, records.isolated, ir, op)?;
    if !ir.ops[op].results.is_empty() || !ir.ops[op].is("affine.if") {
        return None;
    }
    let terminator = source.terminator(op);
    let statements = &ir.blocks[ir.body(op)?].ops;
    let statements: Vec<_> = statements.iter().copied().filter(|it| Some(*it) != terminator).collect();
    let mut copy = TextCopy::of(&source);
    copy.move_results(&statements, &mut FreshNames::of(ir));
    let mut layout = Layout::default();
    if let Some(comment) = source.opening_comment(op) {
        layout.line(source.slice(comment).trim());
    }
    let body = source.body(op)?;
    layout.text(&copy.text(body)?, source.indentation(body));
    source.closing_comments(op).for_each(|it| layout.line(it));
    let whole = ir.ops[op].pointer.range;
    let (outer, line_break) = (source.indentation(whole), source.line_break());
    let mut text = layout.in_place(outer, line_break);
    // What stands behind the operation must not become a part of the last comment.
    if text.lines().last().is_some_and(|it| it.contains("//")) && !source.ends_line(whole) {
        text.push_str(&format!("{line_break}{outer}"));
    }
    let replaced = if text.is_empty() { source.lines_of(whole) } else { whole };
    let range = records.range(source.pointer(replaced))?;
    Some(fix("keep only the first branch", vec![edit(range, text)]))
}
