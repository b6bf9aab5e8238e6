//! `alias-redefined` and `type-alias-redefined`: deletes the second definition if it is the same, else renames it.

use super::{FixContext, edit, fix, tokens};
use crate::diagnostic::Fix;
use syntax::{SyntaxKind, SyntaxNode};

pub fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let (token, part) = (ctx.token()?, ctx.around(SyntaxKind::PART)?);
    let is_definition = |it: &SyntaxNode| {
        matches!(it.kind(), SyntaxKind::ATTRIBUTE_ALIAS_DEFINITION | SyntaxKind::TYPE_ALIAS_DEFINITION)
    };
    let second = token.parent_ancestors().find(is_definition)?;
    let words = |node: &SyntaxNode| tokens(node).map(|it| it.text().to_owned()).collect::<Vec<_>>();
    let places = ctx.names().places(token.text(), part.text_range()).iter();
    let mut others = places.clone().filter_map(|it| {
        let definition = ctx.token_behind(it.start())?.parent().filter(is_definition)?;
        Some(definition).filter(|it| *it != second)
    });
    if others.any(|it| words(&it) == words(&second)) {
        let lines = ctx.lines(super::trimmed(&second));
        return fix("delete this definition", vec![edit(lines, "")]);
    }
    let name = ctx.fresh_name(&format!("{}_0", token.text()));
    let uses = places.filter(|it| it.start() >= token.text_range().start());
    fix(format!("rename this and the uses below to {name}"), uses.map(|it| edit(*it, &name)).collect())
}
