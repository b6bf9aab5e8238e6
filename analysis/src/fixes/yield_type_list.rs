//! `yield-type-list`: writes the types of the values.

use super::{FixContext, fix, insertion, tokens, trimmed};
use crate::diagnostic::Fix;
use syntax::SyntaxKind;

pub(super) fn fixes(ctx: &FixContext<'_>) -> Vec<Fix> {
    let group = ctx
        .token_before()
        .and_then(|it| it.parent_ancestors().find(|it| it.kind() == SyntaxKind::OPERAND_GROUP));
    let Some(group) = group else { return Vec::new() };
    let values = tokens(&group).filter(|it| it.kind() != SyntaxKind::COMMA);
    let types: Option<Vec<_>> = values.map(|it| ctx.value_type(it.text())).collect();
    match types {
        Some(types) => {
            let types = types.join(", ");
            fix(format!("insert : {types}"), vec![insertion(trimmed(&group).end(), format!(" : {types}"))])
        }
        None => Vec::new(),
    }
}
