//! `prefetch-rw-specifier`: reads, or writes.

use super::FixContext;
use crate::diagnostic::Fix;

pub fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    either(ctx, ["read", "write"])
}

/// One fix for each word, the likelier first.
pub fn either(ctx: &FixContext<'_>, mut words: [&str; 2]) -> Option<Vec<Fix>> {
    if ctx.text().starts_with(words[1].get(..1).unwrap_or_default()) {
        words.reverse();
    }
    let fixes = words.iter().filter_map(|it| ctx.replace(format!("change to {it}"), *it));
    Some(fixes.flatten().collect())
}
