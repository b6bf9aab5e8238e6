//! `for-clause-order`: moves the clause to its place.

use super::{FixContext, fix, insertion, previous_token, tokens, trimmed};
use crate::diagnostic::Fix;
use syntax::{SyntaxKind, SyntaxNode, TextSize};

pub fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let op = ctx.operation()?;
    let clause = ctx.text();
    let target = match clause.split(['(', ' ']).next() {
        Some("step") => end_of_bounds(&op)
            .filter(|it| *it > ctx.range.end())
            .or_else(|| before(ctx, &op, &["iter_args", "reduce", "->"])),
        Some("reduce") => before(ctx, &op, &["->"]),
        _ => None,
    };
    let target = target?;
    fix("move the clause", vec![ctx.deletion(ctx.range), insertion(target, format!(" {clause}"))])
}

fn end_of_bounds(op: &SyntaxNode) -> Option<TextSize> {
    let is_bound =
        |it: &SyntaxNode| matches!(it.kind(), SyntaxKind::UPPER_BOUND | SyntaxKind::PARALLEL_BOUNDS);
    op.children().filter(is_bound).last().map(|it| trimmed(&it).end())
}

/// The end of the text before the first of the words, which all precede the place.
fn before(ctx: &FixContext<'_>, op: &SyntaxNode, words: &[&str]) -> Option<TextSize> {
    let mut earlier = tokens(op).take_while(|it| it.text_range().start() < ctx.range.start());
    let word = earlier.find(|it| words.contains(&it.text()))?;
    Some(previous_token(&word)?.text_range().end())
}
