//! `parallel-syntax`: inserts the parentheses, or deletes the type of an index.

use super::{FixContext, fix, insertion, next_token};
use crate::diagnostic::Fix;
use syntax::Expected;
use syntax::{SyntaxKind, TextRange};

pub fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let (first, op) = (ctx.token()?, ctx.operation()?);
    if first.kind() == SyntaxKind::COLON {
        let wrong = ctx.around(SyntaxKind::ERROR).or_else(|| first.parent())?;
        return fix("delete the type", vec![ctx.deletion(super::trimmed(&wrong))]);
    }
    if ctx.facts::<Expected>().is_some() {
        return None;
    }
    // Every piece of the head that lacks it.
    let mut edits = Vec::new();
    let mut next =
        super::tokens(&op).find(|it| it.text() == "affine.parallel").and_then(|it| next_token(&it));
    while let Some(start) = next {
        if matches!(start.kind(), SyntaxKind::L_BRACE | SyntaxKind::ARROW) || start.text() == "reduce" {
            break;
        }
        let mut last = start.clone();
        let mut depth = 0;
        loop {
            match last.kind() {
                SyntaxKind::L_PAREN => depth += 1,
                SyntaxKind::R_PAREN => depth -= 1,
                _ => {}
            }
            let after = next_token(&last)?;
            let ends = matches!(after.kind(), SyntaxKind::L_BRACE | SyntaxKind::ARROW | SyntaxKind::EQ)
                || matches!(after.text(), "to" | "step" | "reduce");
            if ends && depth == 0 {
                next = match after.kind() {
                    SyntaxKind::L_BRACE | SyntaxKind::ARROW => None,
                    _ if after.text() == "reduce" => None,
                    _ => next_token(&after),
                };
                break;
            }
            last = after;
        }
        if start.kind() != SyntaxKind::L_PAREN {
            let range = TextRange::new(start.text_range().start(), last.text_range().end());
            edits.push(insertion(range.start(), "("));
            edits.push(insertion(range.end(), ")"));
        }
    }
    fix("insert the parentheses", edits)
}
