//! `affine-reserved-identifier`: renames the input that is named `symbol`.

use super::{FixContext, edit, fix, tokens};
use crate::diagnostic::Fix;
use syntax::SyntaxKind;

pub(super) fn fixes(ctx: &FixContext<'_>) -> Vec<Fix> {
    let around = ctx
        .around(SyntaxKind::AFFINE_MAP_ATTRIBUTE)
        .or_else(|| ctx.around(SyntaxKind::INTEGER_SET_ATTRIBUTE));
    let Some(map) = around else { return Vec::new() };
    let taken: Vec<_> = tokens(&map).map(|it| it.text().to_owned()).collect();
    let Some(name) = (0..taken.len()).map(|it| format!("s{it}")).find(|it| !taken.contains(it)) else {
        return Vec::new();
    };
    let uses = tokens(&map).filter(|it| it.kind() == SyntaxKind::BARE_ID && it.text() == "symbol");
    fix(format!("rename the input to {name}"), uses.map(|it| edit(it.text_range(), &name)).collect())
}
