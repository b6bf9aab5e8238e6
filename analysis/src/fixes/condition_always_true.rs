//! `condition-always-true`: the statements of the first branch in place of the operation, if it has no results.

use super::{FixContext, edit, fix};
use crate::diagnostic::Fix;
use crate::ir::{OpId, ir};
use crate::isolated_op::IsolatedOp;
use crate::rewrite::{Edits, Layout, RootText, rewritten};

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let records = ctx.records()?;
    let op = records.op(&ctx.operation()?)?;
    let edits = rewritten(ctx.db, records.isolated, |isolated| first_branch(ctx.db, isolated, op))?;
    let edit = |(place, text)| Some(edit(records.range(place)?, text));
    fix("keep only the first branch", edits.into_iter().map(edit).collect::<Option<_>>()?)
}

fn first_branch<'db>(db: &'db dyn salsa::Database, isolated: IsolatedOp<'db>, op: OpId) -> Option<Edits> {
    let ir = ir(db, isolated);
    let source = RootText::around(db, isolated, ir, op)?;
    if !ir.ops[op].results.is_empty() || !ir.ops[op].is("affine.if") {
        return None;
    }
    let mut layout = Layout::default();
    if let Some(comment) = source.opening_comment(op) {
        layout.line(source.slice(comment).trim());
    }
    let body = source.body(op)?;
    layout.text(source.slice(body), source.indentation(body));
    source.closing_comments(op).for_each(|it| layout.line(it));
    let whole = ir.ops[op].pointer.range;
    let (outer, line_break) = (source.indentation(whole), source.line_break());
    let mut text = layout.in_place(outer, line_break);
    // What stands behind the operation must not become a part of the last comment.
    if text.lines().last().is_some_and(|it| it.contains("//")) && !source.ends_line(whole) {
        text.push_str(&format!("{line_break}{outer}"));
    }
    let replaced = if text.is_empty() { source.lines_of(whole) } else { whole };
    Some(vec![(source.pointer(replaced), text)])
}
