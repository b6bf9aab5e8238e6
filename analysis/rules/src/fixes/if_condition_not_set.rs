//! `if-condition-not-set`: calls a set without inputs, or turns the operation into `scf.if`.

use super::{FixContext, edit, fix, insertion, tokens, trimmed};
use crate::diagnostic::Fix;
use syntax::Expected;
use syntax::SyntaxKind;

pub fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    if ctx.facts::<Expected>().is_some() {
        let before = ctx.token_before()?;
        return fix("insert ()", vec![insertion(before.text_range().end(), "()")]);
    }
    let op = ctx.operation()?;
    let name = op.children().find(|it| it.kind() == SyntaxKind::OP_NAME);
    let condition = ctx.token().filter(|it| it.kind() == SyntaxKind::PERCENT_ID);
    let (name, condition) = (name?, condition?);
    // The terminators of the regions are those of the affine dialect.
    let has_yield = tokens(&op).any(|it| it.text() == "affine.yield");
    if has_yield || ctx.value_type(condition.text()).is_none_or(|it| it != "i1") {
        return None;
    }
    fix("change to scf.if", vec![edit(trimmed(&name), "scf.if")])
}
