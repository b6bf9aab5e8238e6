//! `if-condition-not-set`: calls a set without inputs, or turns the operation into `scf.if`.

use super::{FixContext, edit, fix, insertion, tokens, trimmed};
use crate::diagnostic::Fix;
use syntax::SyntaxKind;

pub(super) fn fixes(ctx: &FixContext<'_>) -> Vec<Fix> {
    if ctx.message.contains("operands of the set") {
        let Some(before) = ctx.token_before() else { return Vec::new() };
        return fix("insert ()", vec![insertion(before.text_range().end(), "()")]);
    }
    let Some(op) = ctx.operation() else { return Vec::new() };
    let name = op.children().find(|it| it.kind() == SyntaxKind::OP_NAME);
    let condition = ctx.token().filter(|it| it.kind() == SyntaxKind::PERCENT_ID);
    let (Some(name), Some(condition)) = (name, condition) else { return Vec::new() };
    // The terminators of the regions are those of the affine dialect.
    let has_yield = tokens(&op).any(|it| it.text() == "affine.yield");
    if has_yield || ctx.value_type(condition.text()).is_none_or(|it| it != "i1") {
        return Vec::new();
    }
    fix("change to scf.if", vec![edit(trimmed(&name), "scf.if")])
}
