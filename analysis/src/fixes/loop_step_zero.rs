//! `loop-step-zero`: writes a step of 1.

use super::{FixContext, edit, fix};
use crate::diagnostic::Fix;
use syntax::{TextRange, TextSize};

pub(super) fn fixes(ctx: &FixContext<'_>) -> Vec<Fix> {
    let text = ctx.text();
    let zero = text.ends_with('0') && !text.trim_end_matches('0').ends_with(|it: char| it.is_ascii_digit());
    let Some(start) = ctx.range.end().checked_sub(TextSize::new(1)).filter(|_| zero) else {
        return Vec::new();
    };
    fix("change to 1", vec![edit(TextRange::new(start, ctx.range.end()), "1")])
}
