//! `if-operand-count`: a condition with other operands than its set has inputs.

use crate::context::RuleContext;
use crate::finding::Report;
use crate::map_operands::{Called, check_operand_count};
use ir::{Form, OpKind};

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops() {
        if let OpKind::If(it) = &op.kind
            && let Some(called) = Called::set(&it.condition, op.form == Form::Generic)
        {
            check_operand_count(ctx, report, id, "set", &called);
        }
    }
}
