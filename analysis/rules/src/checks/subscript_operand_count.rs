//! `subscript-operand-count`: in generic form, a map with another number of operands than inputs.

use crate::context::RuleContext;
use crate::finding::Report;
use crate::map_operands::{Called, check_operand_count};
use ir::{MapOrigin, OpKind};

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops() {
        if let OpKind::Access(access) = &op.kind
            && access.subscripts.origin == MapOrigin::Generic
            && let Some(called) = Called::map(&access.subscripts)
        {
            check_operand_count(ctx, report, id, "map", &called);
        }
    }
}
