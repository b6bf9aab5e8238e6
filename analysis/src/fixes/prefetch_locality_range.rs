//! `prefetch-locality-range`: the nearest hint that there is.

use super::{FixContext, edit, fix};
use crate::diagnostic::Fix;
use syntax::SyntaxKind;

pub(super) fn fixes(ctx: &FixContext<'_>) -> Vec<Fix> {
    let sign = ctx.token_before().filter(|it| it.kind() == SyntaxKind::MINUS);
    let range = sign.as_ref().map_or(ctx.range, |it| ctx.range.cover(it.text_range()));
    let text = ctx.text_of(range);
    if !text.trim_start_matches('-').trim().bytes().all(|it| it.is_ascii_digit()) {
        return Vec::new();
    }
    let nearest = if text.starts_with('-') { "0" } else { "3" };
    fix(format!("change to {nearest}"), vec![edit(range, nearest)])
}
