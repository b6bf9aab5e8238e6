//! `for-bound-wrong-minmax` and `parallel-minmax-position`: exchanges the keyword.

use super::FixContext;
use crate::diagnostic::Fix;
use syntax::SyntaxKind;

pub fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    // Neither of them can be inside an expression.
    let bounds = [SyntaxKind::LOWER_BOUND, SyntaxKind::UPPER_BOUND, SyntaxKind::PARALLEL_BOUND];
    ctx.token()?.parent().filter(|it| bounds.contains(&it.kind()))?;
    match &*ctx.text() {
        "max" => ctx.replace("change to min", "min"),
        "min" => ctx.replace("change to max", "max"),
        _ => None,
    }
}
