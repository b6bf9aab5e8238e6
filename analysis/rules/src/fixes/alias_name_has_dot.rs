//! `alias-name-has-dot`: replaces the dots, here and in all uses.

use super::{FixContext, edit, fix};
use crate::diagnostic::Fix;
use syntax::SyntaxKind;

pub fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let (token, part) = (ctx.token()?, ctx.around(SyntaxKind::PART)?);
    let name = token.text().replace('.', "_");
    let uses = ctx.names().places(token.text(), part.text_range()).iter();
    fix(format!("rename to {name}"), uses.map(|it| edit(*it, &name)).collect())
}
