//! `value-does-not-dominate`: a use that some path reaches without the definition.

use crate::context::RuleContext;
use crate::context::Undefined;
use crate::finding::Report;
use ir::dominance::Order;

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
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
