//! `for-bound-invalid-literal`: deletes the type of a bound, or the zeros behind the point.

use super::FixContext;
use crate::diagnostic::Fix;

pub(super) fn fixes(ctx: &FixContext<'_>) -> Vec<Fix> {
    let text = ctx.text();
    let number = text.split(':').next().unwrap_or_default().trim();
    let whole = match number.split_once('.') {
        Some((whole, rest)) if rest.bytes().all(|it| it == b'0') => whole,
        Some(_) => return Vec::new(),
        None => number,
    };
    if whole.trim_start_matches('-').bytes().all(|it| it.is_ascii_digit()) && !whole.is_empty() {
        return ctx.replace(format!("change to {whole}"), whole);
    }
    Vec::new()
}
