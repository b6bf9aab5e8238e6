//! `affine-missing-result-parentheses`: puts parentheses around results or constraints.

use super::{FixContext, fix, insertion, previous_token, tokens};
use crate::diagnostic::Fix;
use syntax::{SyntaxKind, SyntaxNode, SyntaxToken};

pub fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let (first, around) = (ctx.token()?, ctx.map_or_set()?);
    let close = tokens(&around).last().filter(|it| it.kind() == SyntaxKind::R_ANGLE)?;
    let close = behind_comparison(&around).unwrap_or(close);
    let last = previous_token(&close)?;
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
