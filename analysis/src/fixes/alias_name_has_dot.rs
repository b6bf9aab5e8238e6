//! `alias-name-has-dot`: replaces the dots, here and in all uses.

use super::{FixContext, edit, fix};
use crate::diagnostic::Fix;
use syntax::SyntaxKind;

pub(super) fn fixes(ctx: &FixContext<'_>) -> Vec<Fix> {
    let (Some(token), Some(part)) = (ctx.token(), ctx.around(SyntaxKind::PART)) else { return Vec::new() };
    let name = token.text().replace('.', "_");
    let uses = ctx.names().places(token.text(), part.text_range()).iter();
    fix(format!("rename to {name}"), uses.map(|it| edit(*it, &name)).collect())
}
