//! `affine-missing-arrow`: puts `->` or `:` between inputs and results.

use super::{FixContext, edit, fix, insertion, next_token};
use crate::diagnostic::Fix;
use syntax::Expected;
use syntax::{SyntaxKind, TextRange};

pub fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let (token, before) = (ctx.token()?, ctx.token_before()?);
    let arrow = ctx.facts::<Expected>()?.token()?;
    let title = format!("insert {arrow}");
    match token.kind() {
        // `=>` and `- >`
        SyntaxKind::EQ | SyntaxKind::MINUS => {
            let angle = next_token(&token).filter(|it| it.kind() == SyntaxKind::R_ANGLE)?;
            let range = TextRange::new(token.text_range().start(), angle.text_range().end());
            fix(format!("write {arrow}"), vec![edit(range, arrow)])
        }
        SyntaxKind::L_PAREN => fix(title, vec![insertion(token.text_range().start(), format!("{arrow} "))]),
        SyntaxKind::R_ANGLE => {
            let text = format!(" {arrow} ()");
            fix(format!("insert{text}"), vec![insertion(before.text_range().end(), text)])
        }
        _ => None,
    }
}
