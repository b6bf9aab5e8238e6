//! `linearize-type`: an operand or a written type of the index conversions that is no index.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::ir::{Form, OpKind};
use crate::rule_context::RuleContext;
use crate::types::Type;

pub(super) static RULE: Rule =
    Rule { code: "linearize-type", severity: Severity::Error, page: page!("linearize-type"), check };

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops() {
        let (OpKind::Linearize { .. } | OpKind::Delinearize { .. }, Form::Custom) = (&op.kind, op.form)
        else {
            continue;
        };
        let message = format!("{} works on index values", op.name);
        // Newer versions of MLIR take vectors of indices.
        let is_wrong = |ty: &Type| {
            let of_index = matches!(ty, Type::Vector { element, .. } if **element == Type::Index);
            ty.differs_from(&Type::Index) && !of_index
        };
        for (node, ty) in ctx.written_types(id).iter().zip(ctx.lowered_types(id)) {
            if is_wrong(&ty) {
                report.add(ctx.pointer(id, node), message.clone());
            }
        }
        for operand in &op.operands {
            if let Some(value) = operand.value
                && is_wrong(&ctx.ir.values[value].ty)
            {
                let ty = &ctx.ir.values[value].ty;
                report
                    .add(operand.pointer, message.clone())
                    .related(ctx.definition(value), format!("{} has type {ty}", operand.name));
            }
        }
    }
}
