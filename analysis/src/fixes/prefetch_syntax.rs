//! `prefetch-syntax`: writes what is missing of `read, locality<3>, data`.

use super::{FixContext, edit, fix, tokens, trimmed};
use crate::diagnostic::Fix;
use syntax::{SyntaxKind, TextRange};

pub(super) fn fixes(ctx: &FixContext<'_>) -> Vec<Fix> {
    let Some(op) = ctx.operation() else { return Vec::new() };
    let subscripts = op.children().find(|it| it.kind() == SyntaxKind::SUBSCRIPTS);
    let colon = op
        .children_with_tokens()
        .filter_map(|it| it.into_token())
        .filter(|it| it.kind() == SyntaxKind::COLON)
        .last();
    let (Some(subscripts), Some(colon)) = (subscripts, colon) else { return Vec::new() };
    let start = trimmed(&subscripts).end();
    let Some(last) = super::previous_token(&colon) else { return Vec::new() };
    if last.text_range().end() < start || op.children().any(|it| it.kind() == SyntaxKind::DICTIONARY) {
        return Vec::new();
    }
    let within = TextRange::new(start, last.text_range().end().max(start));
    let written: Vec<_> = tokens(&op).filter(|it| within.contains_range(it.text_range())).collect();
    let find = |words: &[&'static str]| {
        words
            .iter()
            .copied()
            .find(|word| written.iter().any(|it| it.text() == *word))
            .or(words.first().copied())
    };
    let hint = written.iter().find(|it| it.kind() == SyntaxKind::INTEGER).map_or("3", |it| it.text());
    let (Some(access), Some(cache)) = (find(&["read", "write"]), find(&["data", "instr"])) else {
        return Vec::new();
    };
    let text = format!(", {access}, locality<{hint}>, {cache}");
    fix(format!("write{}", text.trim_start_matches(',')), vec![edit(within, text)])
}
