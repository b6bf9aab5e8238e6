//! `region-count-mismatch`: the second region of an `affine.if` in generic form.

use super::{FixContext, fix, insertion, name_of, trimmed};
use crate::diagnostic::Fix;
use crate::rewrite::indentation;
use syntax::SyntaxKind;

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let op = ctx.operation().filter(|it| name_of(it) == "affine.if")?;
    let child = |kind| op.children().find(|it| it.kind() == kind);
    let (list, ty) = (child(SyntaxKind::REGION_LIST)?, child(SyntaxKind::FUNCTION_TYPE)?);
    let regions: Vec<_> = list.children().filter(|it| it.kind() == SyntaxKind::REGION).collect();
    let gives_nothing = super::results(&ty).is_some_and(|it| ctx.text_of(it).trim() == "()");
    let ([then], true) = (&*regions, gives_nothing) else { return None };
    let blanks = indentation(ctx.whole, trimmed(&op).start().into());
    fix("add an empty else region", vec![insertion(trimmed(then).end(), format!(", {{\n{blanks}}}"))])
}
