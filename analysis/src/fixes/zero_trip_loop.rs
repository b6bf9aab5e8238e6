//! `zero-trip-loop`: exchanges constant bounds.

use super::{FixContext, edit, fix, tokens, trimmed};
use crate::diagnostic::Fix;
use syntax::{SyntaxKind, SyntaxNode};

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let op = ctx.operation()?;
    let number = |it: &SyntaxNode| {
        let plain = tokens(it).all(|it| matches!(it.kind(), SyntaxKind::INTEGER | SyntaxKind::MINUS));
        ctx.text_of(trimmed(it)).parse::<i64>().ok().filter(|_| plain)
    };
    let (lower, upper) = bounds(ctx, &op)?;
    let (from, to) = (number(&lower)?, number(&upper)?);
    if from <= to {
        return None;
    }
    fix(
        format!("write {to} to {from}"),
        vec![edit(trimmed(&lower), to.to_string()), edit(trimmed(&upper), from.to_string())],
    )
}

/// The bounds at the ends of the place: of a loop, or of one index of a band.
fn bounds(ctx: &FixContext<'_>, op: &SyntaxNode) -> Option<(SyntaxNode, SyntaxNode)> {
    let bound = |kind| op.children().find(|it| it.kind() == kind);
    if let (Some(lower), Some(upper)) = (bound(SyntaxKind::LOWER_BOUND), bound(SyntaxKind::UPPER_BOUND)) {
        return Some((lower, upper));
    }
    let mut lists = op.children().filter(|it| it.kind() == SyntaxKind::PARALLEL_BOUNDS);
    let lower = lists.next()?.children().find(|it| trimmed(it).start() == ctx.range.start())?;
    let upper = lists.next()?.children().find(|it| trimmed(it).end() == ctx.range.end())?;
    Some((lower, upper))
}
