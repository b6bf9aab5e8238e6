//! `memref-parameter-order`: exchanges memory space and layout.

use super::{FixContext, edit, fix, trimmed};
use crate::diagnostic::Fix;
use syntax::SyntaxKind;
use syntax::ast::{self, AstNode};

pub(super) fn fixes(ctx: &FixContext<'_>) -> Vec<Fix> {
    let Some(ty) = ctx.around(SyntaxKind::MEMREF_TYPE) else { return Vec::new() };
    let parameters: Vec<_> = ast::children::<ast::Attribute>(&ty).map(|it| trimmed(it.syntax())).collect();
    let [space, layout] = parameters[..] else { return Vec::new() };
    let edits = vec![edit(space, ctx.text_of(layout)), edit(layout, ctx.text_of(space))];
    fix("exchange memory space and layout", edits)
}
