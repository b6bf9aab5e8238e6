//! `unexpected-character`: deletes a semicolon, or names the index of a loop.

use super::{FixContext, next_token};
use crate::diagnostic::Fix;

pub fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    match &*ctx.text() {
        ";" => ctx.delete("delete the semicolon"),
        "%" if is_index(ctx) => {
            let name = ctx.fresh_name("%i");
            ctx.replace(format!("name the index {name}"), name)
        }
        _ => None,
    }
}

/// Whether the place is that of the index of a loop: `affine.for % = 0 to 4`.
fn is_index(ctx: &FixContext<'_>) -> bool {
    let is_loop = |text: &str| matches!(text, "affine.for" | "scf.for");
    ctx.token_before().is_some_and(|it| is_loop(it.text()))
        && ctx.token().and_then(|it| next_token(&it)).is_some_and(|it| it.text() == "=")
}
