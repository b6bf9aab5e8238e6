//! `function-argument-syntax`: names the arguments, or writes the `@`.

use super::{FixContext, fix, insertion, trimmed};
use crate::diagnostic::Fix;
use syntax::Expected;
use syntax::{SyntaxKind, SyntaxNode};

pub fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    if ctx.facts::<Expected>().is_some() {
        let is_name =
            ctx.token().is_some_and(|it| it.kind() == SyntaxKind::BARE_ID && it.text_range() == ctx.range);
        return is_name.then(|| fix("insert @", vec![insertion(ctx.range.start(), "@")]))?;
    }
    let op = ctx.operation()?;
    let is_list = |it: &SyntaxNode| {
        matches!(it.kind(), SyntaxKind::FUNCTION_INPUT_TYPES | SyntaxKind::BLOCK_ARGUMENT_LIST)
    };
    let signature = op.children().find(|it| it.kind() == SyntaxKind::FUNCTION_SIGNATURE);
    let list = signature.and_then(|it| it.children().find(is_list))?;
    let arguments =
        list.children().filter(|it| it.kind().is_type() || it.kind() == SyntaxKind::BLOCK_ARGUMENT);
    let edits: Vec<_> = arguments
        .enumerate()
        .filter(|(_, it)| it.kind().is_type())
        .map(|(index, it)| {
            insertion(trimmed(&it).start(), format!("{}: ", ctx.fresh_name(&format!("%arg{index}"))))
        })
        .collect();
    // A name without a type is another mistake.
    let is_whole = list.children().all(|it| match it.kind() {
        SyntaxKind::BLOCK_ARGUMENT => it.children().any(|it| it.kind().is_type()),
        SyntaxKind::ERROR => false,
        _ => true,
    });
    if edits.is_empty() || !is_whole {
        return None;
    }
    fix("name the arguments", edits)
}
