//! `affine-missing-dimension-list`: inserts `()`, or parentheses around bare names.

use super::{FixContext, fix, insertion, next_token};
use crate::diagnostic::Fix;
use syntax::SyntaxKind;

pub fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let token = ctx.token()?;
    if token.kind() != SyntaxKind::BARE_ID {
        return fix("insert ()", vec![insertion(token.text_range().start(), "()")]);
    }
    let start = token.text_range().start();
    let mut last = token;
    while let Some(next) =
        next_token(&last).filter(|it| matches!(it.kind(), SyntaxKind::BARE_ID | SyntaxKind::COMMA))
    {
        last = next;
    }
    fix(
        "put parentheses around the dimensions",
        vec![insertion(start, "("), insertion(last.text_range().end(), ")")],
    )
}
