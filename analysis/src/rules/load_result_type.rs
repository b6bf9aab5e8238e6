//! `load-result-type`: in generic form, a load whose result is not of the element type.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::ir::{AccessOp, Form, OpKind};
use crate::rule_context::RuleContext;

pub(super) static RULE: Rule =
    Rule { code: "load-result-type", severity: Severity::Error, page: page!("load-result-type"), check };

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops() {
        let (OpKind::Access(access), Form::Generic) = (&op.kind, op.form) else { continue };
        let Some((memref, _)) = ctx.accessed_memref(id, access) else { continue };
        let Some((place, _, results)) = ctx.function_type(id) else { continue };
        if let (AccessOp::Load, [result]) = (access.op, &*results)
            && result.differs_from(&memref.element)
        {
            let name = op.operands.get(access.memref).map_or("the memref", |it| &*it.name);
            report.add(place, format!("elements of {name} have type {}, not {result}", memref.element));
        }
    }
}
