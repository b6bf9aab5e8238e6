//! `unexpected-character`: deletes a semicolon.

use super::FixContext;
use crate::diagnostic::Fix;

pub(super) fn fixes(ctx: &FixContext<'_>) -> Vec<Fix> {
    match &*ctx.text() {
        ";" => ctx.delete("delete the semicolon"),
        _ => Vec::new(),
    }
}
