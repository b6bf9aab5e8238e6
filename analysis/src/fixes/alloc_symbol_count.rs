//! `alloc-symbol-count`: deletes the brackets where the layout has no symbols.

use super::{FixContext, edit, fix, tokens};
use crate::diagnostic::Fix;
use syntax::{SyntaxKind, TextRange};

pub(super) fn fixes(ctx: &FixContext<'_>) -> Vec<Fix> {
    let Some(op) = ctx.operation().filter(|_| ctx.message.contains(" 0 symbols")) else { return Vec::new() };
    let own = |kind| {
        let tokens = op.children_with_tokens().filter_map(|it| it.into_token());
        tokens.filter(move |it| it.kind() == kind).map(|it| it.text_range())
    };
    let (Some(open), Some(close)) = (own(SyntaxKind::L_BRACKET).next(), own(SyntaxKind::R_BRACKET).next())
    else {
        return Vec::new();
    };
    let range = TextRange::new(open.start(), close.end());
    let is_list_of_values = tokens(&op).filter(|it| range.contains_range(it.text_range())).all(|it| {
        matches!(
            it.kind(),
            SyntaxKind::L_BRACKET
                | SyntaxKind::R_BRACKET
                | SyntaxKind::COMMA
                | SyntaxKind::PERCENT_ID
                | SyntaxKind::HASH_ID
        )
    });
    if !is_list_of_values {
        return Vec::new();
    }
    fix(format!("delete {}", ctx.text_of(range)), vec![edit(range, "")])
}
