//! `zero-trip-loop`: exchanges constant bounds.

use super::{FixContext, edit, fix, tokens, trimmed};
use crate::diagnostic::Fix;
use syntax::{SyntaxKind, SyntaxNode};

pub(super) fn fixes(ctx: &FixContext<'_>) -> Vec<Fix> {
    let Some(op) = ctx.operation() else { return Vec::new() };
    let bound = |kind| op.children().find(|it| it.kind() == kind);
    let (Some(lower), Some(upper)) = (bound(SyntaxKind::LOWER_BOUND), bound(SyntaxKind::UPPER_BOUND)) else {
        return Vec::new();
    };
    let number = |it: &SyntaxNode| {
        let plain = tokens(it).all(|it| matches!(it.kind(), SyntaxKind::INTEGER | SyntaxKind::MINUS));
        ctx.text_of(trimmed(it)).parse::<i64>().ok().filter(|_| plain)
    };
    let (Some(from), Some(to)) = (number(&lower), number(&upper)) else { return Vec::new() };
    if from <= to {
        return Vec::new();
    }
    fix(
        format!("write {to} to {from}"),
        vec![edit(trimmed(&lower), to.to_string()), edit(trimmed(&upper), from.to_string())],
    )
}
