//! `operand-not-index`: in generic form, an operand that is not an index where one is needed.

use crate::context::RuleContext;
use crate::finding::Report;
use ir::types::Type;
use ir::{Form, OpKind};

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (_, op) in ctx.ops() {
        let (Form::Generic, Some(types)) = (op.form, &op.operand_types) else { continue };
        let indices = match &op.kind {
            OpKind::Apply(it) | OpKind::Min(it) | OpKind::Max(it) => it.operands.clone(),
            OpKind::For(it) => it.lower.operands.start..it.upper.operands.end,
            OpKind::Access(it) => it.subscripts.operands.clone(),
            OpKind::Parallel(_) | OpKind::Linearize { .. } | OpKind::Delinearize { .. } => {
                0..op.operands.len()
            }
            _ => continue,
        };
        for index in indices {
            if let (Some(operand), Some(ty)) = (op.operands.get(index), types.get(index))
                && ty.differs_from(&Type::Index)
            {
                let message =
                    format!("{} has type {ty}, subscripts and bounds are index values", operand.name);
                report.add(operand.pointer, message);
            }
        }
    }
}
