//! `result-not-index`: in generic form, an affine computation whose result is not one index.
//!
//! Quick fix: writes `index` as the type of the result.

use crate::context::RuleContext;
use crate::diagnostic::Fix;
use crate::finding::Report;
use crate::fixes::{FixContext, edit, fix, results};
use ir::types::Type;
use ir::{Form, OpKind};
use syntax::SyntaxKind;

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
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

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let ty = ctx.around(SyntaxKind::FUNCTION_TYPE)?;
    let range = results(&ty)?;
    fix("write index", vec![edit(range, " index")])
}
