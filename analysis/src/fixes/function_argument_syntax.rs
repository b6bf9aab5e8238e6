//! `function-argument-syntax`: names the arguments, or writes the `@`.

use super::{FixContext, fix, insertion, trimmed};
use crate::diagnostic::Fix;
use syntax::SyntaxKind;

pub(super) fn fixes(ctx: &FixContext<'_>) -> Vec<Fix> {
    if ctx.message.contains("symbol name") {
        let is_name =
            ctx.token().is_some_and(|it| it.kind() == SyntaxKind::BARE_ID && it.text_range() == ctx.range);
        return if is_name { fix("insert @", vec![insertion(ctx.range.start(), "@")]) } else { Vec::new() };
    }
    let Some(op) = ctx.operation() else { return Vec::new() };
    let list = op.descendants().find(|it| it.kind() == SyntaxKind::FUNCTION_INPUT_TYPES);
    let Some(list) = list else { return Vec::new() };
    let types = list.children().filter(|it| it.kind().is_type());
    let edits: Vec<_> = types
        .enumerate()
        .map(|(index, it)| {
            insertion(trimmed(&it).start(), format!("{}: ", ctx.fresh_name(&format!("%arg{index}"))))
        })
        .collect();
    if edits.is_empty() || list.descendants_with_tokens().any(|it| it.kind() == SyntaxKind::PERCENT_ID) {
        return Vec::new();
    }
    fix("name the arguments", edits)
}
