//! `subscript-symbol-syntax`: leaves one value in the parentheses.

use super::{FixContext, edit, fix, tokens, trimmed};
use crate::diagnostic::Fix;
use syntax::{SyntaxKind, TextRange};

pub fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let keyword = ctx.token().filter(|it| it.text() == "symbol").or_else(|| {
        std::iter::successors(ctx.token_before(), super::previous_token)
            .take(8)
            .find(|it| it.text() == "symbol")
    });
    let node = keyword.as_ref().and_then(|it| it.parent())?;
    if node.kind() != SyntaxKind::AFFINE_SYMBOL_VALUE {
        return None;
    }
    let inside: Vec<_> = tokens(&node).skip(1).collect();
    let range = trimmed(&node);
    let text = |start: usize, end: usize| {
        let tokens = inside.get(start..end).unwrap_or_default();
        match (tokens.first(), tokens.last()) {
            (Some(first), Some(last)) => {
                ctx.text_of(TextRange::new(first.text_range().start(), last.text_range().end()))
            }
            _ => String::new(),
        }
    };
    let kind = |index: usize| inside.get(index).map(|it| it.kind());
    let new = match (kind(0), kind(1)) {
        // `symbol %n`
        (Some(SyntaxKind::PERCENT_ID), _) => format!("symbol({})", text(0, 1)),
        // `symbol(3)`
        (Some(SyntaxKind::L_PAREN), Some(SyntaxKind::INTEGER)) if inside.len() == 3 => text(1, 2),
        // `symbol(%n - 1)`
        (Some(SyntaxKind::L_PAREN), Some(SyntaxKind::PERCENT_ID)) if inside.len() > 3 => {
            format!("symbol({}) {}", text(1, 2), text(2, inside.len() - 1))
        }
        _ => return None,
    };
    fix(format!("change to {new}"), vec![edit(range, new)])
}
