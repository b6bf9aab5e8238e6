//! `if-missing-else`: inserts an else branch that yields the same, where it can see it.

use super::{FixContext, fix, insertion, tokens, trimmed};
use crate::diagnostic::Fix;
use crate::rewrite::indentation;
use syntax::SyntaxKind;
use syntax::ast::{self, AstNode};

pub(super) fn fixes(ctx: &FixContext<'_>) -> Vec<Fix> {
    let Some(op) = ctx.operation() else { return Vec::new() };
    let Some(then) = op.children().find_map(ast::Region::cast) else { return Vec::new() };
    let Some(last) = then.blocks().last().and_then(|it| it.operations().last()) else { return Vec::new() };
    let terminator = trimmed(last.syntax());
    let is_yield =
        tokens(last.syntax()).next().is_some_and(|it| matches!(it.text(), "affine.yield" | "scf.yield"));
    // What the branch defines itself is not there in the other.
    let own: Vec<String> = then
        .syntax()
        .descendants()
        .filter(|it| it.kind() == SyntaxKind::OP_RESULT)
        .filter_map(|it| tokens(&it).next().map(|it| it.text().to_owned()))
        .collect();
    let uses = last.value_uses();
    let sees_all = uses.iter().filter_map(|it| it.name()).all(|it| !own.iter().any(|name| name == it.text()));
    if !is_yield || !sees_all {
        return Vec::new();
    }
    let text = ctx.whole;
    let outer = indentation(text, trimmed(&op).start().into());
    let inner = indentation(text, terminator.start().into());
    let branch = format!(" else {{\n{inner}{}\n{outer}}}", ctx.text_of(terminator));
    fix("insert an else branch that yields the same", vec![insertion(trimmed(then.syntax()).end(), branch)])
}
