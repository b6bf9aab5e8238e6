//! `value-does-not-dominate`: a use that some path reaches without the definition.

use super::Report;
use crate::dominance::Order;
use crate::rule_context::RuleContext;
use crate::undefined_names::Undefined;

pub(super) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops() {
        for operand in &op.operands {
            let Some(value) = operand.value else { continue };
            if ctx.dominance.order(id, value) == Order::OtherPath {
                report
                    .add(operand.pointer, format!("{} may not have a value here", operand.name))
                    .related(ctx.definition(value), "not on every path to the use");
            }
        }
    }
    for found in ctx.undefined_names() {
        let Undefined::LaterSibling { value, place, name } = found else { continue };
        report
            .add(*place, format!("{name} may not have a value here"))
            .related(ctx.definition(*value), "defined in another branch, further down");
    }
}
