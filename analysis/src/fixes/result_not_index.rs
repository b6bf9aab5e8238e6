//! `result-not-index`: writes `index` as the type of the result.

use super::{FixContext, edit, fix, results};
use crate::diagnostic::Fix;
use syntax::SyntaxKind;

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let ty = ctx.around(SyntaxKind::FUNCTION_TYPE)?;
    let range = results(&ty)?;
    fix("write index", vec![edit(range, " index")])
}
