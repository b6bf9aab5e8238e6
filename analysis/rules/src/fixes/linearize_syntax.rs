//! `linearize-syntax`: writes the right word or brackets, or the type.

use super::{FixContext, edit, fix, insertion, next_token, tokens, trimmed};
use crate::diagnostic::Fix;
use syntax::Expected;
use syntax::{SyntaxKind, SyntaxToken, TextRange};

pub fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let (op, before) = (ctx.operation()?, ctx.token_before()?);
    let wanted = ctx.facts::<Expected>()?.token()?;
    let brackets = |open: &str, close: &str| {
        let wrong = op
            .children()
            .find(|it| it.kind() == SyntaxKind::ERROR)
            .filter(|it| it.text_range().contains(ctx.range.start()));
        let wrong = wrong?;
        match (tokens(&wrong).next(), tokens(&wrong).last()) {
            (Some(first), Some(last)) => fix(
                format!("write {open} {close}"),
                vec![edit(first.text_range(), open), edit(last.text_range(), close)],
            ),
            _ => None,
        }
    };
    match wanted {
        "into" | "by" => {
            match ctx.token().filter(|it| it.text_range() == ctx.range && it.kind() == SyntaxKind::BARE_ID) {
                Some(_) => ctx.replace(format!("change to {wanted}"), wanted),
                None => fix(
                    format!("insert {wanted}"),
                    vec![insertion(before.text_range().end(), format!(" {wanted}"))],
                ),
            }
        }
        "[" => brackets("[", "]"),
        "(" => brackets("(", ")"),
        ":" if next_token(&before).is_some_and(|next| is_on_line(ctx, &before, &next)) => None,
        ":" => {
            let is_linearize = tokens(&op).any(|it| it.text() == "affine.linearize_index");
            let basis = op.children().find(|it| it.kind() == SyntaxKind::BASIS);
            let types = match (is_linearize, basis) {
                (true, _) => "index".to_owned(),
                (false, Some(basis)) => {
                    let elements = basis.text().to_string().split(',').count();
                    vec!["index"; elements].join(", ")
                }
                _ => return None,
            };
            fix(format!("insert : {types}"), vec![insertion(trimmed(&op).end(), format!(" : {types}"))])
        }
        _ => None,
    }
}

/// Whether a token follows on the same line, or does not begin a statement.
fn is_on_line(ctx: &FixContext<'_>, before: &SyntaxToken, next: &SyntaxToken) -> bool {
    let between = TextRange::new(before.text_range().end(), next.text_range().start());
    !ctx.text_of(between).contains('\n') || next.parent().is_some_and(|it| it.kind() == SyntaxKind::ERROR)
}
