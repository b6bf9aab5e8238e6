//! `result-not-index`: writes `index` as the type of the result.

use super::{FixContext, edit, fix, trimmed};
use crate::diagnostic::Fix;
use syntax::{SyntaxKind, TextRange};

pub(super) fn fixes(ctx: &FixContext<'_>) -> Vec<Fix> {
    let Some(ty) = ctx.around(SyntaxKind::FUNCTION_TYPE) else { return Vec::new() };
    let arrow = ty
        .children_with_tokens()
        .filter_map(|it| it.into_token())
        .filter(|it| it.kind() == SyntaxKind::ARROW)
        .last();
    let Some(arrow) = arrow else { return Vec::new() };
    let range = TextRange::new(arrow.text_range().end(), trimmed(&ty).end());
    fix("write index", vec![edit(range, " index")])
}
