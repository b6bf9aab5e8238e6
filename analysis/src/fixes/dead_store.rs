//! `dead-store` and `unused-pure-result`: deletes the operation.

use super::{FixContext, fix};
use crate::diagnostic::Fix;
use syntax::{SyntaxKind, SyntaxNode};

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let statement = ctx.operation().filter(|it| !is_needed(it));
    statement.and_then(|it| fix("delete the operation", vec![ctx.without(&it)]))
}

/// Whether a region has nothing else, of an operation that may ask for a block that is not empty.
fn is_needed(statement: &SyntaxNode) -> bool {
    let Some(block) = statement.parent().filter(|it| it.kind() == SyntaxKind::BLOCK) else { return false };
    let is_alone = block.children().filter(|it| it.kind() == SyntaxKind::OPERATION).count() == 1;
    let around = block.ancestors().find(|it| it.kind() == SyntaxKind::OPERATION);
    let name = around.and_then(|it| it.children().find(|it| it.kind() == SyntaxKind::OP_NAME));
    let name = name.map(|it| it.text().to_string()).unwrap_or_default();
    is_alone
        && !matches!(
            name.trim(),
            "affine.for" | "affine.parallel" | "affine.if" | "scf.for" | "module" | "builtin.module"
        )
}
