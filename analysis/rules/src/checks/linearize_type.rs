//! `linearize-type`: an operand or a written type of the index conversions that is no index.

use crate::checks::value_type_mismatch::Needed;
use crate::context::RuleContext;
use crate::finding::Report;
use ir::types::Type;
use ir::{Form, OpKind};

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops() {
        let (OpKind::Linearize { .. } | OpKind::Delinearize { .. }, Form::Custom) = (&op.kind, op.form)
        else {
            continue;
        };
        let facts = || Needed { sentence: format!("{} works on index values", op.name), ty: Type::Index };
        // Newer versions of MLIR take vectors of indices.
        let is_wrong = |ty: &Type| {
            let of_index = matches!(ty, Type::Vector { element, .. } if **element == Type::Index);
            ty.differs_from(&Type::Index) && !of_index
        };
        for (node, ty) in ctx.written_types(id).iter().zip(ctx.lowered_types(id)) {
            if is_wrong(&ty) {
                report.add(ctx.pointer(id, node), facts());
            }
        }
        for operand in &op.operands {
            if let Some(value) = operand.value
                && is_wrong(&ctx.ir.values[value].ty)
            {
                let ty = &ctx.ir.values[value].ty;
                report
                    .add(operand.pointer, facts())
                    .related(ctx.definition(value), format!("{} has type {ty}", operand.name));
            }
        }
    }
}
