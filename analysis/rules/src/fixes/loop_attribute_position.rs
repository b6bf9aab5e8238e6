//! `loop-attribute-position`: moves the attributes after the last region.

use super::{FixContext, fix, insertion, trimmed};
use crate::diagnostic::Fix;

pub fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let op = ctx.operation()?;
    let text = ctx.text();
    let dictionary = text.trim_start_matches("attributes").trim();
    fix(
        "move the attributes behind the body",
        vec![ctx.deletion(ctx.range), insertion(trimmed(&op).end(), format!(" {dictionary}"))],
    )
}
