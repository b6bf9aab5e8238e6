//! `dma-without-wait`: a transfer that nothing waits for.

use crate::context::RuleContext;
use crate::finding::Report;
use ir::{Ir, Op, OpKind, ValueId};
use rustc_hash::FxHashSet;

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    // A tag that anything else than the transfers uses may be waited for there.
    let mut used_elsewhere: Option<FxHashSet<ValueId>> = None;
    for (_, op) in ctx.ops() {
        let OpKind::DmaStart(start) = &op.kind else { continue };
        let Some(operand) = op.operands.get(start.tag.0) else { continue };
        let Some(tag) = operand.value else { continue };
        let is_local = ctx
            .ir
            .defining_op(tag)
            .is_some_and(|it| ctx.ir.ops[it].is_allocation() && !ctx.ir.ops[it].broken);
        if is_local && !used_elsewhere.get_or_insert_with(|| used_not_to_start(ctx.ir)).contains(&tag) {
            report
                .add(operand.pointer, "nothing waits for this transfer")
                .related(ctx.definition(tag), "the tag");
        }
    }
}

/// The values that something uses which neither starts a transfer nor frees memory.
fn used_not_to_start(ir: &Ir) -> FxHashSet<ValueId> {
    let is_other = |op: &Op| !op.is_deallocation() && (op.broken || !matches!(op.kind, OpKind::DmaStart(_)));
    ir.mentions.iter().filter(|it| is_other(&ir.ops[it.op])).filter_map(|it| it.value).collect()
}
