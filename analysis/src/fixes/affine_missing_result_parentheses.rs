//! `affine-missing-result-parentheses`: puts parentheses around results or constraints.

use super::{FixContext, fix, insertion, previous_token, tokens};
use crate::diagnostic::Fix;
use syntax::{SyntaxKind, SyntaxNode, SyntaxToken};

pub(super) fn fixes(ctx: &FixContext<'_>) -> Vec<Fix> {
    let around = ctx
        .around(SyntaxKind::AFFINE_MAP_ATTRIBUTE)
        .or_else(|| ctx.around(SyntaxKind::INTEGER_SET_ATTRIBUTE));
    let (Some(first), Some(around)) = (ctx.token(), around) else { return Vec::new() };
    let Some(close) = tokens(&around).last().filter(|it| it.kind() == SyntaxKind::R_ANGLE) else {
        return Vec::new();
    };
    let close = behind_comparison(&around).unwrap_or(close);
    let Some(last) = previous_token(&close) else { return Vec::new() };
    let (start, end) = (first.text_range().start(), last.text_range().end());
    if start >= end {
        return fix("insert ()", vec![insertion(close.text_range().start(), "()")]);
    }
    fix("put parentheses around the results", vec![insertion(start, "("), insertion(end, ")")])
}

/// The last `>` of `d0 >= 0>`, where the first one was taken for the end of the set.
fn behind_comparison(set: &SyntaxNode) -> Option<SyntaxToken> {
    let rest = set.next_sibling().filter(|it| it.kind() == SyntaxKind::ERROR)?;
    tokens(&rest).next().filter(|it| it.kind() == SyntaxKind::EQ)?;
    tokens(&rest).find(|it| it.kind() == SyntaxKind::R_ANGLE)
}
