//! `if-else-if`: puts the second condition into the region of the `else`.

use super::{FixContext, edit, fix, insertion, next_token, trimmed};
use crate::diagnostic::Fix;

pub fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let (op, second) = (ctx.operation()?, ctx.token().and_then(|it| next_token(&it))?);
    if !matches!(second.text(), "if" | "affine.if") {
        return None;
    }
    let edits = vec![edit(second.text_range(), "{ affine.if"), insertion(trimmed(&op).end(), " }")];
    fix("put the second condition into braces", edits)
}
