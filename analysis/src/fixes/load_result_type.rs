//! `load-result-type`: writes the type of the memref's elements.

use super::{FixContext, edit, fix, results};
use crate::diagnostic::Fix;
use syntax::SyntaxKind;

pub(super) fn fixes(ctx: &FixContext<'_>) -> Vec<Fix> {
    let element = ctx.message.split_once("have type ").and_then(|it| it.1.rsplit_once(", not "));
    let (Some((element, _)), Some(ty)) = (element, ctx.around(SyntaxKind::FUNCTION_TYPE)) else {
        return Vec::new();
    };
    let Some(range) = results(&ty) else { return Vec::new() };
    fix(format!("write {element}"), vec![edit(range, format!(" {element}"))])
}
