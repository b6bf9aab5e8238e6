//! `if-else-if`: puts the second condition into the region of the `else`.

use super::{FixContext, edit, fix, insertion, next_token, trimmed};
use crate::diagnostic::Fix;

pub(super) fn fixes(ctx: &FixContext<'_>) -> Vec<Fix> {
    let (Some(op), Some(second)) = (ctx.operation(), ctx.token().and_then(|it| next_token(&it))) else {
        return Vec::new();
    };
    if !matches!(second.text(), "if" | "affine.if") {
        return Vec::new();
    }
    let edits = vec![edit(second.text_range(), "{ affine.if"), insertion(trimmed(&op).end(), " }")];
    fix("put the second condition into braces", edits)
}
