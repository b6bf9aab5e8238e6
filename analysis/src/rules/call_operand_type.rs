//! `call-operand-type`: a call that passes a value of another type.

use super::{Report, Rule};
use crate::calls::{calls, type_list};
use crate::diagnostic::Severity;
use crate::rule_context::RuleContext;

pub(super) static RULE: Rule =
    Rule { code: "call-operand-type", severity: Severity::Error, page: page!("call-operand-type"), check };

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for call in calls(ctx).iter().filter(|it| it.inputs.len() == it.op.operands.len()) {
        let pairs = call.op.operands.iter().zip(&call.written.inputs).zip(call.inputs);
        for (index, ((operand, written), asked)) in pairs.enumerate() {
            // Where the value has another type than the call says, that is the mistake.
            let given = operand.value.map(|it| &ctx.ir.values[it].ty);
            if !written.differs_from(asked) || given.is_some_and(|it| it.differs_from(written)) {
                continue;
            }
            let message = format!(
                "argument {index} of {} has type {asked}, {} has type {written}",
                call.callee, operand.name
            );
            let finding = report.add(operand.pointer, message);
            finding.related_place(call.function(ctx), format!("its arguments: {}", type_list(call.inputs)));
        }
    }
}
