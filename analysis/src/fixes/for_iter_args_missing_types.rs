//! `for-iter-args-missing-types`: writes the types of the initial values.

use super::{FixContext, fix, insertion, next_token, tokens, trimmed};
use crate::diagnostic::Fix;
use syntax::SyntaxKind;

pub(super) fn fixes(ctx: &FixContext<'_>) -> Vec<Fix> {
    let Some(op) = ctx.operation() else { return Vec::new() };
    let Some(list) = op.children().find(|it| it.kind() == SyntaxKind::ITER_ARGS) else { return Vec::new() };
    // Types inside the list or after a colon are mistakes of another kind.
    let next = list.last_token().and_then(|it| next_token(&it));
    if next.is_some_and(|it| it.kind() == SyntaxKind::COLON)
        || op.children().any(|it| it.kind() == SyntaxKind::RESULT_TYPES)
        || list.descendants().any(|it| it.kind() == SyntaxKind::ERROR)
    {
        return Vec::new();
    }
    match types(ctx, &list) {
        Some(types) => fix(
            format!("write -> ({types})"),
            vec![insertion(trimmed(&list).end(), format!(" -> ({types})"))],
        ),
        None => Vec::new(),
    }
}

/// The types of the initial values of a list of iteration arguments.
pub(super) fn types(ctx: &FixContext<'_>, list: &syntax::SyntaxNode) -> Option<String> {
    let arguments = list.children().filter(|it| it.kind() == SyntaxKind::ITER_ARG);
    let types: Option<Vec<String>> = arguments
        .map(|it| {
            let value = it.children().find(|it| it.kind() == SyntaxKind::VALUE_USE)?;
            if tokens(&value).count() != 1 {
                return None;
            }
            ctx.value_type(value.text().to_string().trim())
        })
        .collect();
    Some(types?.join(", "))
}
