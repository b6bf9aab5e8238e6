//! `unused-alias`: deletes the definition.

use super::{FixContext, fix, tokens};
use crate::diagnostic::Fix;
use syntax::SyntaxKind;

pub fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let definition = ctx
        .around(SyntaxKind::ATTRIBUTE_ALIAS_DEFINITION)
        .or_else(|| ctx.around(SyntaxKind::TYPE_ALIAS_DEFINITION));
    let (definition, part) = (definition?, ctx.around(SyntaxKind::PART)?);
    // Another definition that nothing uses may use it.
    let name = ctx.text();
    match tokens(&part).filter(|it| it.text() == name).nth(1) {
        Some(_) => None,
        None => fix(format!("delete {name}"), vec![ctx.without(&definition)]),
    }
}
