//! `alias-not-at-top-level`: moves the definition above the top-level operation that holds it.

use super::{FixContext, edit, fix, insertion, trimmed};
use crate::diagnostic::Fix;
use syntax::SyntaxKind;

pub fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let node = ctx.around(SyntaxKind::OPERATION)?;
    let is_top = |it: &syntax::SyntaxNode| it.parent().is_some_and(|it| it.kind() == SyntaxKind::PART);
    let top = node.ancestors().find(is_top)?;
    let definition = ctx.text();
    let lines = ctx.lines(ctx.range);
    // Only a definition on lines of its own is moved with its line.
    let alone = ctx.text_of(lines).trim() == definition.trim();
    let deletion = if alone { edit(lines, "") } else { ctx.deletion(ctx.range) };
    fix(
        "move the definition to the top level",
        vec![insertion(trimmed(&top).start(), format!("{}\n", definition.trim())), deletion],
    )
}
