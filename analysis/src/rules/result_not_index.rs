//! `result-not-index`: in generic form, an affine computation whose result is not one index.
//!
//! Quick fix: writes `index` as the type of the result.

use super::Report;
use crate::diagnostic::Fix;
use crate::fixes::{FixContext, edit, fix, results};
use crate::ir::{Form, OpKind};
use crate::rule_context::RuleContext;
use crate::types::Type;
use syntax::SyntaxKind;

pub(super) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops() {
        let (Form::Generic, OpKind::Apply(_) | OpKind::Min(_) | OpKind::Max(_)) = (op.form, &op.kind) else {
            continue;
        };
        let Some((place, _, results)) = ctx.function_type(id) else { continue };
        if results.len() != 1 || results.iter().any(|it| it.differs_from(&Type::Index)) {
            report.add(place, format!("{} gives one index", op.name));
        }
    }
}

pub(super) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let ty = ctx.around(SyntaxKind::FUNCTION_TYPE)?;
    let range = results(&ty)?;
    fix("write index", vec![edit(range, " index")])
}
