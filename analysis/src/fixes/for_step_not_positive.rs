//! `for-step-not-positive` and `loop-step-zero`: a step of 1, where no step was meant.

use super::FixContext;
use crate::diagnostic::Fix;

pub(super) fn fixes(ctx: &FixContext<'_>) -> Vec<Fix> {
    match &*ctx.text() {
        "0" => ctx.replace("change to 1", "1"),
        _ => Vec::new(),
    }
}
