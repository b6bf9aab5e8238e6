//! `alias-redefined` and `type-alias-redefined`: deletes the second definition if it is the same, else renames it.

use super::{FixContext, edit, fix, tokens};
use crate::diagnostic::Fix;
use syntax::{SyntaxKind, SyntaxNode};

pub(super) fn fixes(ctx: &FixContext<'_>) -> Vec<Fix> {
    let (Some(token), Some(part)) = (ctx.token(), ctx.around(SyntaxKind::PART)) else { return Vec::new() };
    let is_definition = |it: &SyntaxNode| {
        matches!(it.kind(), SyntaxKind::ATTRIBUTE_ALIAS_DEFINITION | SyntaxKind::TYPE_ALIAS_DEFINITION)
    };
    let Some(second) = token.parent_ancestors().find(is_definition) else { return Vec::new() };
    let words = |node: &SyntaxNode| tokens(node).map(|it| it.text().to_owned()).collect::<Vec<_>>();
    let mut others = part.children().filter(is_definition).filter(|it| *it != second);
    if others.any(|it| words(&it) == words(&second)) {
        let lines = ctx.lines(super::trimmed(&second));
        return fix("delete this definition", vec![edit(lines, "")]);
    }
    let name = ctx.fresh_name(&format!("{}_0", token.text()));
    let start = token.text_range().start();
    let uses = tokens(&part).filter(|it| {
        it.kind() == token.kind() && it.text() == token.text() && it.text_range().start() >= start
    });
    fix(
        format!("rename this and the uses below to {name}"),
        uses.map(|it| edit(it.text_range(), &name)).collect(),
    )
}
