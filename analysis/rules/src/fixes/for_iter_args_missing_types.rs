//! `for-iter-args-missing-types`: writes the types of the initial values, after the list and its arrow.

use super::{FixContext, edit, fix, insertion, next_token, tokens, trimmed};
use crate::diagnostic::Fix;
use syntax::{SyntaxKind, SyntaxNode};

pub fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let op = ctx.operation()?;
    let list = op.children().find(|it| it.kind() == SyntaxKind::ITER_ARGS)?;
    // Types inside the list or after a colon are mistakes of another kind.
    let next = list.last_token().and_then(|it| next_token(&it));
    if let Some(fixed) = inside(ctx, &op, &list).or_else(|| behind_colon(ctx, &op, &list)) {
        return Some(fixed);
    }
    if next.is_none_or(|it| it.kind() != SyntaxKind::L_BRACE)
        || op.children().any(|it| it.kind() == SyntaxKind::RESULT_TYPES)
        || list.descendants().any(|it| it.kind() == SyntaxKind::ERROR)
    {
        return None;
    }
    let types = types(ctx, &list)?;
    fix(format!("write -> ({types})"), vec![insertion(trimmed(&list).end(), format!(" -> ({types})"))])
}

/// `(%a = %zero : f32)` to `(%a = %zero)`, with the types after the list.
fn inside(ctx: &FixContext<'_>, op: &SyntaxNode, list: &SyntaxNode) -> Option<Vec<Fix>> {
    let errors: Vec<_> = list.descendants().filter(|it| it.kind() == SyntaxKind::ERROR).collect();
    let is_type = |it: &SyntaxNode| tokens(it).next().is_some_and(|it| it.kind() == SyntaxKind::COLON);
    if errors.is_empty() || !errors.iter().all(is_type) {
        return None;
    }
    let types = types(ctx, list)?;
    let mut edits: Vec<_> = errors.iter().map(|it| ctx.deletion(trimmed(it))).collect();
    if op.children().all(|it| it.kind() != SyntaxKind::RESULT_TYPES) {
        edits.push(insertion(trimmed(list).end(), format!(" -> ({types})")));
    }
    fix("write the types behind the list", edits)
}

/// `iter_args(…) : f32` to `iter_args(…) -> (f32)`.
fn behind_colon(ctx: &FixContext<'_>, op: &SyntaxNode, list: &SyntaxNode) -> Option<Vec<Fix>> {
    let colon = next_token(&list.last_token()?).filter(|it| it.kind() == SyntaxKind::COLON)?;
    let error = colon.parent().filter(|it| it.kind() == SyntaxKind::ERROR)?;
    let is_last = op.children().skip_while(|it| *it != error).nth(1)?.kind() == SyntaxKind::REGION;
    let types = types(ctx, list).filter(|_| is_last)?;
    fix(format!("write -> ({types})"), vec![edit(trimmed(&error), format!("-> ({types})"))])
}

/// The types of the initial values of a list of iteration arguments.
pub fn types(ctx: &FixContext<'_>, list: &SyntaxNode) -> Option<String> {
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
