//! `subview-result-type`: writes the type that the view has.

use super::{FixContext, edit, fix, result_names, retype, trimmed};
use crate::diagnostic::Fix;
use crate::rules::subview_result_type::View;
use syntax::SyntaxKind;

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let ty = &*ctx.facts::<View>()?.ty.to_string();
    let op = ctx.operation().filter(|it| it.children().all(|it| it.kind() != SyntaxKind::OPERAND_LIST))?;
    let written = op.children().filter(|it| it.kind() == SyntaxKind::MEMREF_TYPE).last()?;
    let old = ctx.text_of(trimmed(&written));
    let mut edits = vec![edit(trimmed(&written), ty)];
    if let [(name, 1, _)] = &*result_names::groups(&op)?
        && !result_names::uses(&op, name)?.is_empty()
    {
        let is_alike = retype::shape(&old) == retype::shape(ty);
        edits.extend(retype::memref_uses(&op, name, &old, ty).filter(|_| is_alike)?);
    }
    fix(format!("write {ty}"), edits)
}
