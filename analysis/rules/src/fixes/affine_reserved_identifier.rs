//! `affine-reserved-identifier`: renames the input that is named `symbol`.

use super::{FixContext, edit, fix, tokens};
use crate::diagnostic::Fix;
use syntax::SyntaxKind;

pub fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let map = ctx.map_or_set()?;
    let taken: Vec<_> = tokens(&map).map(|it| it.text().to_owned()).collect();
    let name = (0..taken.len()).map(|it| format!("s{it}")).find(|it| !taken.contains(it))?;
    let uses = tokens(&map).filter(|it| it.kind() == SyntaxKind::BARE_ID && it.text() == "symbol");
    fix(format!("rename the input to {name}"), uses.map(|it| edit(it.text_range(), &name)).collect())
}
