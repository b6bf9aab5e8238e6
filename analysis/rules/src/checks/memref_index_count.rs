//! `memref-index-count`: another number of indices than the memref has dimensions.

use crate::context::RuleContext;
use crate::finding::Report;
use crate::map_operands::counted;
use ir::Transfer;
use ir::{Form, Pointer};
use syntax::TextRange;
use syntax::ods::Semantics;

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (_, op) in ctx.ops() {
        let is_access = matches!(op.semantics(), Some(Semantics::Load | Semantics::Store));
        let transfer = op.transfer().filter(|_| is_access && op.dialect() != "affine");
        let Some(Transfer { memory: memref, .. }) = transfer else { continue };
        let Some(types) = op.operand_types.as_ref().filter(|_| op.form != Form::Opaque) else { continue };
        let Some(ty) = types.get(memref).and_then(|it| it.as_memref()) else { continue };
        let (Some(target), Some(indices)) = (op.operands.get(memref), op.operands.get(memref + 1..)) else {
            continue;
        };
        if ctx.has_other_type(target, ty)
            || indices.len() == ty.dims.len()
            || types.len() != op.operands.len()
        {
            continue;
        }
        let range = indices.iter().map(|it| it.pointer.range).reduce(TextRange::cover);
        let place = range.map_or(target.pointer, |range| Pointer { range, ..target.pointer });
        let given = if indices.len() == 1 { "index is" } else { "indices are" };
        report.add(
            place,
            format!(
                "{} has {}, {} {given} given",
                target.name,
                counted(ty.dims.len(), "dimension"),
                indices.len()
            ),
        );
    }
}
