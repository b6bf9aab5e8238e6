//! `load-result-type`: writes the type of the memref's elements.

use super::{FixContext, edit, fix, results};
use crate::diagnostic::Fix;
use crate::rules::load_result_type::Loaded;
use syntax::SyntaxKind;

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let element = &ctx.facts::<Loaded>()?.element;
    let ty = ctx.around(SyntaxKind::FUNCTION_TYPE)?;
    let range = results(&ty)?;
    fix(format!("write {element}"), vec![edit(range, format!(" {element}"))])
}
