//! `prefetch-rw-specifier`: reads, or writes.

use super::{FixContext, edit, fix};
use crate::diagnostic::Fix;

pub(super) fn fixes(ctx: &FixContext<'_>) -> Vec<Fix> {
    either(ctx, ["read", "write"])
}

/// One fix for each word, the likelier first.
pub(super) fn either(ctx: &FixContext<'_>, mut words: [&str; 2]) -> Vec<Fix> {
    if ctx.text().starts_with(words[1].get(..1).unwrap_or_default()) {
        words.reverse();
    }
    words.iter().flat_map(|it| fix(format!("change to {it}"), vec![edit(ctx.range, *it)])).collect()
}
