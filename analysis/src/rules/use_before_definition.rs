//! `use-before-definition`: a use that stands before the definition.

use super::Report;
use crate::dominance::Order;
use crate::operand_types::demanded;
use crate::rule_context::RuleContext;

pub(super) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops() {
        for (operand, demanded) in op.operands.iter().zip(demanded(ctx, id, op)) {
            let Some(value) = operand.value else { continue };
            // `forward-reference-type` and a second definition say more.
            let is_broken = ctx.ir.defining_op(value).is_some_and(|it| ctx.ir.ops[it].broken);
            if is_broken || ctx.ir.values[value].ty.differs_from(&demanded) || ctx.is_ambiguous(value) {
                continue;
            }
            if ctx.dominance.order(id, value) == Order::Later {
                report
                    .add(operand.pointer, format!("{} is used before it is defined", operand.name))
                    .related(ctx.definition(value), "defined here, after its use");
            }
        }
    }
}
