//! `prefetch-locality-range`: the nearest hint that there is.

use super::FixContext;
use crate::diagnostic::Fix;

pub(super) fn fixes(ctx: &FixContext<'_>) -> Vec<Fix> {
    match ctx.text() {
        text if text.starts_with('-') => ctx.replace("change to 0", "0"),
        text if !text.is_empty() && text.bytes().all(|it| it.is_ascii_digit()) => ctx.replace("change to 3", "3"),
        _ => Vec::new(),
    }
}
