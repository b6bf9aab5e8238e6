//! `for-iter-args-count`: rewrites the types from the initial values.

use super::for_iter_args_missing_types::types;
use super::{FixContext, edit, fix, trimmed};
use crate::diagnostic::Fix;
use syntax::SyntaxKind;

pub(super) fn fixes(ctx: &FixContext<'_>) -> Vec<Fix> {
    let Some(op) = ctx.operation() else { return Vec::new() };
    let child = |kind| op.children().find(|it| it.kind() == kind);
    let (Some(list), Some(results)) = (child(SyntaxKind::ITER_ARGS), child(SyntaxKind::RESULT_TYPES)) else {
        return Vec::new();
    };
    match types(ctx, &list) {
        Some(types) => fix(
            format!("write -> ({types})"),
            vec![edit(trimmed(&results), format!("-> ({types})"))],
        ),
        None => Vec::new(),
    }
}
