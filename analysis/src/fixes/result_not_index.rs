//! `result-not-index`: writes `index` as the type of the result.

use super::{FixContext, edit, fix, results};
use crate::diagnostic::Fix;
use syntax::SyntaxKind;

pub(super) fn fixes(ctx: &FixContext<'_>) -> Vec<Fix> {
    let Some(ty) = ctx.around(SyntaxKind::FUNCTION_TYPE) else { return Vec::new() };
    let Some(range) = results(&ty) else { return Vec::new() };
    fix("write index", vec![edit(range, " index")])
}
