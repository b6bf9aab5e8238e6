//! `redefined-value` and `region-argument-in-use`: renames the second definition and the uses that follow it.

use super::{FixContext, edit, fix, tokens};
use crate::diagnostic::Fix;
use syntax::SyntaxKind;

pub(super) fn fixes(ctx: &FixContext<'_>) -> Vec<Fix> {
    let Some(token) = ctx.token().filter(|it| it.kind() == SyntaxKind::PERCENT_ID) else { return Vec::new() };
    if !ctx.message.contains("already") {
        return Vec::new();
    }
    let is_argument = token.parent().is_some_and(|it| it.kind() == SyntaxKind::BLOCK_ARGUMENT);
    let is_result = token.parent().is_some_and(|it| it.kind() == SyntaxKind::OP_RESULT);
    // Arguments are seen in the operation that has them, results in the rest of their region.
    let is_scope = |it: &syntax::SyntaxNode| match it.kind() {
        SyntaxKind::OPERATION => is_argument,
        SyntaxKind::REGION | SyntaxKind::PART => true,
        _ => false,
    };
    let Some(scope) = token.parent_ancestors().find(is_scope).filter(|_| is_argument || is_result) else {
        return Vec::new();
    };
    let numeric = token.text().trim_start_matches('%').bytes().all(|it| it.is_ascii_digit());
    let name = match numeric {
        true => ctx.fresh_name(&format!("%v{}", token.text().trim_start_matches('%'))),
        false => ctx.fresh_name(&format!("{}_0", token.text())),
    };
    let start = ctx.range.start();
    // The operands of the operation that defines it are those of before.
    let after =
        match token.parent_ancestors().find(|it| it.kind() == SyntaxKind::OPERATION).filter(|_| is_result) {
            Some(op) => op.text_range().end(),
            None => start,
        };
    let uses = tokens(&scope).filter(|it| {
        it.text() == token.text()
            && (it.text_range() == token.text_range() || it.text_range().start() > after)
    });
    fix(format!("rename this to {name}"), uses.map(|it| edit(it.text_range(), &name)).collect())
}
