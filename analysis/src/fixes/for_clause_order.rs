//! `for-clause-order`: moves the clause to its place.

use super::{FixContext, fix, insertion, next_token, tokens, trimmed};
use crate::diagnostic::Fix;
use syntax::{SyntaxKind, TextSize};

pub(super) fn fixes(ctx: &FixContext<'_>) -> Vec<Fix> {
    let Some(op) = ctx.operation() else { return Vec::new() };
    let clause = ctx.text();
    let end_of = |kind| op.children().filter(|it| it.kind() == kind).last().map(|it| trimmed(&it).end());
    let before = |keyword: &str| {
        let start = |it: &syntax::SyntaxToken| it.text_range().start();
        tokens(&op).filter(|it| start(it) < ctx.range.start()).find(|it| it.text() == keyword).map(|it| start(&it))
    };
    let after_bounds = || end_of(SyntaxKind::UPPER_BOUND).or_else(|| end_of(SyntaxKind::PARALLEL_BOUNDS));
    let target: Option<TextSize> = match clause.split(['(', ' ']).next() {
        Some("step") => after_bounds().filter(|it| *it > ctx.range.end()).or_else(|| {
            let first = ["iter_args", "reduce", "->"].iter().find_map(|it| before(it))?;
            let token = op.token_at_offset(first).left_biased()?;
            let token = if token.kind().is_trivia() { super::previous_token(&token)? } else { token };
            Some(token.text_range().end())
        }),
        Some("reduce") => before("->").and_then(|it| {
            let token = op.token_at_offset(it).left_biased()?;
            let token = if token.kind().is_trivia() { super::previous_token(&token)? } else { token };
            Some(token.text_range().end())
        }),
        _ => None,
    };
    let Some(target) = target else { return Vec::new() };
    let is_followed = ctx.token().and_then(|it| next_token(&it)).is_some();
    if !is_followed {
        return Vec::new();
    }
    fix("move the clause", vec![ctx.deletion(ctx.range), insertion(target, format!(" {clause}"))])
}
