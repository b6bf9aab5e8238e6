//! `prefetch-locality-range`: the nearest hint that there is.

use super::{FixContext, attributes, edit, fix, trimmed};
use crate::diagnostic::Fix;
use syntax::{SyntaxKind, SyntaxNode};

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    if let Some(written) = ctx.operation().and_then(|it| attributes::value(&it, "localityHint")) {
        return in_generic_form(&written);
    }
    let sign = ctx.token_before().filter(|it| it.kind() == SyntaxKind::MINUS);
    let range = sign.as_ref().map_or(ctx.range, |it| ctx.range.cover(it.text_range()));
    let text = ctx.text_of(range);
    if !text.trim_start_matches('-').trim().bytes().all(|it| it.is_ascii_digit()) {
        return None;
    }
    let nearest = if text.starts_with('-') { "0" } else { "3" };
    fix(format!("change to {nearest}"), vec![edit(range, nearest)])
}

/// The nearest number, of the type that the attribute has.
fn in_generic_form(written: &SyntaxNode) -> Option<Vec<Fix>> {
    let text = format!("{} : i32", crate::ir::signed_integer(written)?.clamp(0, 3));
    fix(format!("change to {text}"), vec![edit(trimmed(written), text)])
}
