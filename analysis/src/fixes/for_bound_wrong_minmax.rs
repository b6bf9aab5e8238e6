//! `for-bound-wrong-minmax` and `parallel-minmax-position`: exchanges the keyword.

use super::FixContext;
use crate::diagnostic::Fix;

pub(super) fn fixes(ctx: &FixContext<'_>) -> Vec<Fix> {
    // Inside an expression neither of them can stand.
    if ctx.message.contains("enclose") {
        return Vec::new();
    }
    match &*ctx.text() {
        "max" => ctx.replace("change to min", "min"),
        "min" => ctx.replace("change to max", "max"),
        _ => Vec::new(),
    }
}
