//! `affine-invalid-identifier`: makes the input a plain name.

use super::{FixContext, edit, fix, next_token, previous_token};
use crate::diagnostic::Fix;
use syntax::{SyntaxKind, TextRange};

pub fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let token = ctx.token()?;
    match token.kind() {
        SyntaxKind::PERCENT_ID if token.text().len() > 1 => {
            ctx.replace("delete the %", token.text().trim_start_matches('%'))
        }
        // A type, up to the next comma or the bracket.
        SyntaxKind::COLON => {
            let mut last = token.clone();
            while let Some(next) = next_token(&last) {
                if matches!(next.kind(), SyntaxKind::COMMA | SyntaxKind::R_PAREN | SyntaxKind::R_BRACKET) {
                    break;
                }
                last = next;
            }
            let range = TextRange::new(token.text_range().start(), last.text_range().end());
            fix("delete the type", vec![ctx.deletion(range)])
        }
        SyntaxKind::R_PAREN | SyntaxKind::R_BRACKET => {
            let comma = previous_token(&token).filter(|it| it.kind() == SyntaxKind::COMMA);
            fix("delete the comma", vec![edit(comma?.text_range(), "")])
        }
        _ => None,
    }
}
