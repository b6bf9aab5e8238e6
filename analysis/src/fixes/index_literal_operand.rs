//! `index-literal-operand`: makes the number a constant before the operation.

use super::{FixContext, edit, fix};
use crate::diagnostic::Fix;
use syntax::SyntaxKind;

pub(super) fn fixes(ctx: &FixContext<'_>) -> Vec<Fix> {
    let Some(statement) = ctx.operation() else { return Vec::new() };
    let first = ctx.token().filter(|it| matches!(it.kind(), SyntaxKind::INTEGER | SyntaxKind::MINUS));
    // What type a carried value has, the text tells elsewhere.
    if first.is_none() || ctx.around(SyntaxKind::ITER_ARG).is_some() {
        return Vec::new();
    }
    let mut range = ctx.range;
    if let Some(number) =
        first.filter(|it| it.kind() == SyntaxKind::MINUS).and_then(|it| super::next_token(&it))
    {
        range = range.cover(number.text_range());
    }
    let literal = ctx.text_of(range);
    let digits = literal.trim_start_matches('-').trim();
    if !digits.bytes().all(|it| it.is_ascii_digit()) {
        return Vec::new();
    }
    let name = ctx.fresh_name(&format!("%c{digits}"));
    let line = format!("{name} = arith.constant {literal} : index");
    fix(format!("make {literal} a constant"), vec![ctx.line_before(&statement, &line), edit(range, name)])
}
