//! Quick fix of `scf-parallel-terminator`: `scf.reduce` in place of an `scf.yield` without values.

use crate::diagnostic::Fix;
use crate::fixes::{FixContext, edit, last_operation, modernization, name_of, tokens, written_name};
use syntax::SyntaxKind;

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let op = ctx.operation()?;
    let region = op.children().find(|it| it.kind() == SyntaxKind::REGION);
    let last = match name_of(&op) == "scf.yield" {
        true => Some(op),
        false => region.and_then(|it| last_operation(&it)).filter(|it| name_of(it) == "scf.yield"),
    };
    let name = last.filter(|it| tokens(it).count() == 1).and_then(|it| written_name(&it));
    let name = name?;
    modernization("change to scf.reduce", vec![edit(name.text_range(), "scf.reduce")])
}
