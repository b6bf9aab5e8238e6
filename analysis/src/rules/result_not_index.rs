//! `result-not-index`: in generic form, an affine computation whose result is not one index.

use super::Report;
use crate::ir::{Form, OpKind};
use crate::rule_context::RuleContext;
use crate::types::Type;

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
