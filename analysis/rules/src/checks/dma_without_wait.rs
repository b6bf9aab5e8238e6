//! `dma-without-wait`: a transfer that nothing waits for.

use crate::context::RuleContext;
use crate::finding::Report;
use ir::OpKind;

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (_, op) in ctx.ops() {
        let OpKind::DmaStart(start) = &op.kind else { continue };
        let Some(operand) = op.operands.get(start.tag.0) else { continue };
        let Some(tag) = operand.value else { continue };
        let is_local = ctx
            .ir
            .defining_op(tag)
            .is_some_and(|it| ctx.ir.ops[it].is_allocation() && !ctx.ir.ops[it].broken);
        // A tag that anything else than the transfers uses may be waited for there.
        let only_starts = ctx.ir.mentions.iter().filter(|it| it.value == Some(tag)).all(|it| {
            let op = &ctx.ir.ops[it.op];
            op.is_deallocation() || !op.broken && matches!(op.kind, OpKind::DmaStart(_))
        });
        if is_local && only_starts {
            report
                .add(operand.pointer, "nothing waits for this transfer")
                .related(ctx.definition(tag), "the tag");
        }
    }
}
