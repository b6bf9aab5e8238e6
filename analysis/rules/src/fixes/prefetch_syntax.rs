//! `prefetch-syntax`: adds the missing parts of `read, locality<3>, data`.

use super::{FixContext, edit, fix, tokens, trimmed};
use crate::diagnostic::Fix;
use syntax::{SyntaxKind, TextRange};

pub fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let op = ctx.operation()?;
    let subscripts = op.children().find(|it| it.kind() == SyntaxKind::SUBSCRIPTS);
    let colon = op
        .children_with_tokens()
        .filter_map(|it| it.into_token())
        .filter(|it| it.kind() == SyntaxKind::COLON)
        .last();
    let (subscripts, colon) = (subscripts?, colon?);
    let start = trimmed(&subscripts).end();
    let last = super::previous_token(&colon)?;
    if last.text_range().end() < start || op.children().any(|it| it.kind() == SyntaxKind::DICTIONARY) {
        return None;
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
    let (access, cache) = (find(&["read", "write"])?, find(&["data", "instr"])?);
    let text = format!(", {access}, locality<{hint}>, {cache}");
    fix(format!("write{}", text.trim_start_matches(',')), vec![edit(within, text)])
}
