//! `load-result-type`: writes the type of the memref's elements.

use super::{FixContext, edit, fix, trimmed};
use crate::diagnostic::Fix;
use syntax::{SyntaxKind, TextRange};

pub(super) fn fixes(ctx: &FixContext<'_>) -> Vec<Fix> {
    let element = ctx.message.split_once("have type ").and_then(|it| it.1.rsplit_once(", not "));
    let (Some((element, _)), Some(ty)) = (element, ctx.around(SyntaxKind::FUNCTION_TYPE)) else {
        return Vec::new();
    };
    let arrow = ty
        .children_with_tokens()
        .filter_map(|it| it.into_token())
        .filter(|it| it.kind() == SyntaxKind::ARROW)
        .last();
    let Some(arrow) = arrow else { return Vec::new() };
    let range = TextRange::new(arrow.text_range().end(), trimmed(&ty).end());
    fix(format!("write {element}"), vec![edit(range, format!(" {element}"))])
}
