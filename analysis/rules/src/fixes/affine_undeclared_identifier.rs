//! `affine-undeclared-identifier`: changes to an input with a similar name; in an alias, declares a symbol; brings an
//! operator between its operands.

use super::{FixContext, edit, fix, insertion, next_token};
use crate::diagnostic::Fix;
use ir::dialects::is_similar;
use syntax::{SyntaxKind, SyntaxToken};

pub fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let token = ctx.token().filter(|it| it.kind() == SyntaxKind::BARE_ID)?;
    let around = ctx.around(SyntaxKind::AFFINE_MAP).or_else(|| ctx.around(SyntaxKind::INTEGER_SET));
    let map = around?;
    if matches!(token.text(), "mod" | "floordiv" | "ceildiv") {
        return exchanged(&token);
    }
    if next_token(&token).is_none_or(|it| it.kind() == SyntaxKind::L_PAREN) {
        return None;
    }
    let inputs = map.descendants().filter(|it| it.kind() == SyntaxKind::AFFINE_PARAMETER);
    let names: Vec<String> = inputs.map(|it| it.text().to_string().trim().to_owned()).collect();
    let mut similar = names.iter().filter(|it| it.len() > 2 && is_similar(it, token.text()));
    if let (Some(name), None) = (similar.next(), similar.next()) {
        return ctx.replace(format!("change to {name}"), name);
    }
    // Elsewhere a further input would need a further operand.
    ctx.around(SyntaxKind::ATTRIBUTE_ALIAS_DEFINITION)?;
    let list = |kind| map.children().find(|it| it.kind() == kind).map(|it| super::trimmed(&it));
    let name = token.text();
    let edit = match (list(SyntaxKind::AFFINE_SYMBOLS), list(SyntaxKind::AFFINE_DIMENSIONS)) {
        (Some(symbols), _) => {
            let empty = ctx.text_of(symbols).trim_matches(['[', ']']).trim().is_empty();
            let text = if empty { name.to_owned() } else { format!(", {name}") };
            symbols.end().checked_sub(1.into()).map(|it| insertion(it, text))
        }
        (None, Some(dimensions)) => Some(insertion(dimensions.end(), format!("[{name}]"))),
        (None, None) => None,
    };
    fix(format!("declare {name} as a symbol"), vec![edit?])
}

/// `mod i 2` to `i mod 2`, if only the bracket comes before it.
fn exchanged(operator: &SyntaxToken) -> Option<Vec<Fix>> {
    let is_operand = |it: &SyntaxToken| matches!(it.kind(), SyntaxKind::BARE_ID | SyntaxKind::INTEGER);
    let opens = super::previous_token(operator).is_some_and(|it| matches!(it.text(), "(" | ","));
    let left = next_token(operator).filter(is_operand);
    let right = left.as_ref().and_then(next_token).filter(|it| it.kind() == SyntaxKind::INTEGER);
    let closes = right.as_ref().and_then(next_token).is_some_and(|it| matches!(it.text(), ")" | ","));
    let left = left.filter(|_| opens && closes)?;
    fix(
        format!("write {} {}", left.text(), operator.text()),
        vec![edit(operator.text_range(), left.text()), edit(left.text_range(), operator.text())],
    )
}
