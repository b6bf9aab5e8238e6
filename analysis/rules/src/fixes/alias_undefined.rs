//! `alias-undefined` and `type-alias-undefined`: moves a later definition up, or changes to a similar name.

use super::{FixContext, edit, fix, insertion, tokens, trimmed};
use crate::diagnostic::Fix;
use ir::dialects::is_similar;
use syntax::{SyntaxKind, SyntaxNode};

pub fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let (token, part) = (ctx.token()?, ctx.around(SyntaxKind::PART)?);
    let definitions: Vec<(SyntaxNode, String)> = part
        .children()
        .filter(|it| {
            matches!(it.kind(), SyntaxKind::ATTRIBUTE_ALIAS_DEFINITION | SyntaxKind::TYPE_ALIAS_DEFINITION)
        })
        .filter_map(|it| tokens(&it).next().map(|name| (it, name.text().to_owned())))
        .collect();
    let name = token.text();
    let is_top = |it: &SyntaxNode| it.parent().as_ref() == Some(&part);
    let user = token.parent_ancestors().find(is_top)?;
    if let Some((definition, _)) = definitions.iter().find(|it| it.1 == name) {
        let place = trimmed(definition);
        // The definition may use others in between.
        let is_plain = tokens(definition)
            .skip(1)
            .all(|it| !matches!(it.kind(), SyntaxKind::HASH_ID | SyntaxKind::EXCLAMATION_ID));
        if place.start() <= token.text_range().start() || !is_plain {
            return None;
        }
        let text = ctx.text_of(place);
        return fix(
            "move the definition up",
            vec![insertion(trimmed(&user).start(), format!("{text}\n")), edit(ctx.lines(place), "")],
        );
    }
    let mut similar = definitions
        .iter()
        .filter(|it| is_similar(&it.1, name) && it.0.text_range().end() <= token.text_range().start());
    match (similar.next(), similar.next()) {
        (Some((_, similar)), None) if name.len() > 3 => ctx.replace(format!("change to {similar}"), similar),
        _ => None,
    }
}
