//! `dma-stride-operands`: a DMA with half a stride.

use crate::context::RuleContext;
use crate::finding::Report;
use ir::Form;
use syntax::SyntaxKind;

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, _) in ctx.ops().filter(|(_, op)| op.form == Form::Custom && op.is("affine.dma_start")) {
        let Some(group) = ctx.piece(id, SyntaxKind::OPERAND_GROUP) else { continue };
        let count = group.children_of_kind(SyntaxKind::VALUE_USE).count();
        // The count itself is the first of the group.
        if !matches!(count, 1 | 3) {
            let message = "give both the stride and the number of elements per stride, or neither";
            report.add(ctx.pointer(id, group), message);
        }
    }
}
