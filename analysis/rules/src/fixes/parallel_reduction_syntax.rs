//! `parallel-reduction-syntax`: quotes the reductions, writes their parentheses, or deletes an empty clause.

use super::{FixContext, edit, fix, next_token, tokens};
use crate::diagnostic::Fix;
use syntax::{SyntaxKind, TextRange};

pub fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let Some(list) = ctx.around(SyntaxKind::REDUCTIONS) else { return parentheses(ctx) };
    let words: Vec<_> = tokens(&list).filter(|it| it.kind() == SyntaxKind::BARE_ID).collect();
    if words.is_empty() {
        let keyword = tokens(&list).next().and_then(|it| super::previous_token(&it));
        let keyword = keyword.filter(|it| it.text() == "reduce" && tokens(&list).count() == 2)?;
        let range = TextRange::new(keyword.text_range().start(), super::trimmed(&list).end());
        return fix("delete the clause", vec![ctx.deletion(range)]);
    }
    let quoted = words.iter().map(|it| edit(it.text_range(), format!("\"{}\"", it.text())));
    fix("add quotes", quoted.collect())
}

/// `reduce ["addf"] -> f32` to `reduce ("addf") -> f32`.
fn parentheses(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let open = ctx.token().filter(|it| it.kind() == SyntaxKind::L_BRACKET)?;
    let inner = std::iter::successors(next_token(&open), next_token);
    let close = inner
        .take_while(|it| it.kind() != SyntaxKind::L_BRACE)
        .find(|it| !matches!(it.kind(), SyntaxKind::STRING | SyntaxKind::COMMA));
    let close = close.filter(|it| it.kind() == SyntaxKind::R_BRACKET)?;
    fix("write parentheses", vec![edit(open.text_range(), "("), edit(close.text_range(), ")")])
}
