//! `dimension-list-syntax`: writes `x` between sizes and `?` for one that is not known.

use super::{FixContext, edit, fix, next_token};
use crate::diagnostic::Fix;
use syntax::{SyntaxKind, TextRange};

pub fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let token = ctx.token()?;
    match token.kind() {
        SyntaxKind::COMMA | SyntaxKind::STAR => {
            // With the blanks around it, which sizes do not have.
            let start = ctx.token_before().map_or(token.text_range().start(), |it| it.text_range().end());
            let end = next_token(&token).map_or(token.text_range().end(), |it| it.text_range().start());
            fix("change to x", vec![edit(TextRange::new(start, end), "x")])
        }
        SyntaxKind::MINUS => {
            let number = next_token(&token).filter(|it| it.kind() == SyntaxKind::INTEGER);
            // In an operation the type follows from its values.
            let is_free = ctx.around(SyntaxKind::BLOCK_ARGUMENT).is_some()
                || ctx.around(SyntaxKind::FUNCTION_SIGNATURE).is_some()
                || ctx.around(SyntaxKind::TYPE_ALIAS_DEFINITION).is_some();
            let is_vector = ctx.around(SyntaxKind::VECTOR_TYPE).is_some();
            let number = number.filter(|_| is_free && !is_vector)?;
            let range = TextRange::new(token.text_range().start(), number.text_range().end());
            fix("change to ?", vec![edit(range, "?")])
        }
        _ => None,
    }
}
