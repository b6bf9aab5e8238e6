//! `for-step-not-constant`: writes the number that the step stands for.

use super::FixContext;
use crate::diagnostic::Fix;

pub fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let text = ctx.text();
    let number = match text.split_once('.') {
        Some((whole, rest)) if rest.bytes().all(|it| it == b'0') => whole.parse().ok(),
        _ => ctx.constant(text.trim()),
    };
    let number = number.filter(|it: &i64| *it > 0)?;
    ctx.replace(format!("change to {number}"), number.to_string())
}
