//! `memref-type-required`: an access with a type that is not a ranked memref.

use crate::context::RuleContext;
use crate::finding::Report;
use ir::types::Type;
use ir::{Form, OpKind};

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops() {
        let OpKind::Access(access) = &op.kind else { continue };
        let (ty, place) = if op.form == Form::Generic {
            let inputs = op.operand_types.as_deref().unwrap_or_default();
            let Some(operand) = op.operands.get(access.memref) else { continue };
            (inputs.get(access.memref).cloned(), operand.pointer)
        } else {
            let Some((node, ty)) = ctx.first_written_type(id) else { continue };
            (Some(ty), ctx.pointer(id, node))
        };
        match ty {
            None | Some(Type::Unknown | Type::MemRef(_)) => {}
            Some(ty @ Type::UnrankedMemRef { .. }) => {
                let message = format!(
                    "{} needs a ranked memref, {ty} has no rank; cast it with memref.cast first",
                    op.name
                );
                report.add(place, message);
            }
            Some(ty) => {
                report.add(place, format!("{} needs a ranked memref, {ty} is none", op.name));
            }
        }
    }
}
