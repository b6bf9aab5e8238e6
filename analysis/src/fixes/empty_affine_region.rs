//! `empty-affine-region`: deletes the loop, the condition, or the else branch.

use super::{FixContext, edit, fix, previous_token, trimmed};
use crate::diagnostic::Fix;
use syntax::{SyntaxKind, TextRange};

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let (region, op) = (ctx.around(SyntaxKind::REGION)?, ctx.operation()?);
    // A comment on a line of its own says what is to come.
    if ctx.text_of(trimmed(&region)).lines().skip(1).any(|it| it.trim_start().starts_with("//")) {
        return None;
    }
    let regions: Vec<_> = op.children().filter(|it| it.kind() == SyntaxKind::REGION).collect();
    let keyword = region.first_token().and_then(|it| previous_token(&it)).filter(|it| it.text() == "else");
    match (keyword, regions.first()) {
        (Some(_), Some(then)) => {
            let range = TextRange::new(trimmed(then).end(), trimmed(&region).end());
            fix("delete the branch", vec![edit(range, "")])
        }
        (None, Some(only)) if *only == region && regions.len() == 1 => {
            fix("delete the operation", vec![ctx.without(&op)])
        }
        _ => None,
    }
}
