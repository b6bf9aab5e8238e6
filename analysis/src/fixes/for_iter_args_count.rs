//! `for-iter-args-count`: rewrites the types from the initial values.

use super::for_iter_args_missing_types::types;
use super::{FixContext, edit, fix, tokens, trimmed};
use crate::diagnostic::Fix;
use syntax::ast::{self, AstNode};
use syntax::{SyntaxKind, SyntaxNode};

pub(super) fn fixes(ctx: &FixContext<'_>) -> Vec<Fix> {
    let Some(op) = ctx.operation() else { return Vec::new() };
    let child = |kind| op.children().find(|it| it.kind() == kind);
    let (Some(list), Some(results)) = (child(SyntaxKind::ITER_ARGS), child(SyntaxKind::RESULT_TYPES)) else {
        return Vec::new();
    };
    let Some(types) = types(ctx, &list) else { return Vec::new() };
    // What the body yields tells whether the types or the initial values are wrong.
    let count = list.children().filter(|it| it.kind() == SyntaxKind::ITER_ARG).count();
    if yielded(&op).is_some_and(|it| it != count) {
        return Vec::new();
    }
    fix(format!("write -> ({types})"), vec![edit(trimmed(&results), format!("-> ({types})"))])
}

/// How many values the terminator of the body names.
fn yielded(op: &SyntaxNode) -> Option<usize> {
    let region = op.children().find_map(ast::Region::cast)?;
    let last = region.blocks().last()?.operations().last()?;
    let is_yield = tokens(last.syntax()).next().is_some_and(|it| it.text() == "affine.yield");
    is_yield.then(|| last.value_uses().len())
}
