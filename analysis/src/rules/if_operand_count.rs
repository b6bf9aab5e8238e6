//! `if-operand-count`: a condition with other operands than its set has inputs.

use super::Report;
use crate::ir::{Form, OpKind};
use crate::map_operands::{Called, check_operand_count};
use crate::rule_context::RuleContext;

pub(super) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops() {
        if let OpKind::If(it) = &op.kind
            && let Some(called) = Called::set(&it.condition, op.form == Form::Generic)
        {
            check_operand_count(ctx, report, id, "set", &called);
        }
    }
}
