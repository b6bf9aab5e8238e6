//! Quick fix of `memref-parameter-order`: exchanges memory space and layout.

use crate::diagnostic::Fix;
use crate::fixes::{FixContext, edit, fix, trimmed};
use syntax::SyntaxKind;
use syntax::ast::{self, AstNode};

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let ty = ctx.around(SyntaxKind::MEMREF_TYPE)?;
    let parameters: Vec<_> = ast::children::<ast::Attribute>(&ty).map(|it| trimmed(it.syntax())).collect();
    let [space, layout] = parameters[..] else { return None };
    let edits = vec![edit(space, ctx.text_of(layout)), edit(layout, ctx.text_of(space))];
    fix("exchange memory space and layout", edits)
}
