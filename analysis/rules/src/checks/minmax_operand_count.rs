//! `minmax-operand-count`: affine.min or affine.max with another total of operands than its map has inputs.

use crate::context::RuleContext;
use crate::finding::Report;
use crate::map_operands::{Called, check_operand_count};
use ir::OpKind;

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops() {
        let (OpKind::Min(applied) | OpKind::Max(applied)) = &op.kind else { continue };
        if let Some(called) = Called::map(applied) {
            check_operand_count(ctx, report, id, "map", &Called { only_total: true, ..called });
        }
    }
}
