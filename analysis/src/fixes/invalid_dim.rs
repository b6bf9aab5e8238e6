//! `invalid-dim`: turns the access into one of `memref` or `vector`, which takes any index.

use super::{FixContext, edit, fix, trimmed};
use crate::diagnostic::Fix;
use syntax::SyntaxKind;

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let op = ctx.operation()?;
    let child = |kind| op.children().find(|it| it.kind() == kind);
    let (name, subscripts) = (child(SyntaxKind::OP_NAME)?, child(SyntaxKind::SUBSCRIPTS)?);
    let today = match &*ctx.text_of(trimmed(&name)) {
        "affine.load" => "memref.load",
        "affine.store" => "memref.store",
        "affine.prefetch" => "memref.prefetch",
        "affine.vector_load" => "vector.load",
        "affine.vector_store" => "vector.store",
        _ => return None,
    };
    // Expressions and numbers would have to be computed first.
    if subscripts.children().any(|it| it.kind() != SyntaxKind::AFFINE_VALUE) {
        return None;
    }
    fix(format!("change to {today}"), vec![edit(trimmed(&name), today)])
}
