//! `map-set-body-mismatch`: exchanges the keyword.

use super::FixContext;
use crate::diagnostic::Fix;
use syntax::SyntaxKind;

pub fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let other = if ctx.text() == "affine_map" { "affine_set" } else { "affine_map" };
    // A condition is a set, whatever its text looks like.
    let is_condition = ctx.operation().is_some_and(|it| {
        let name = it.children().find(|it| it.kind() == SyntaxKind::OP_NAME);
        name.is_some_and(|it| it.text() == "affine.if")
    });
    if is_condition && other == "affine_map" {
        return None;
    }
    ctx.replace(format!("change to {other}"), other)
}
