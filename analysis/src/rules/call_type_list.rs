//! `call-type-list`: a call whose type lists another number of operands than it passes.

use super::Report;
use crate::ir::Form;
use crate::rule_context::RuleContext;

pub(super) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops().filter(|(_, op)| op.is("func.call") && op.form == Form::Custom) {
        let Some((place, inputs, _)) = ctx.function_type(id) else { continue };
        let passed = op.operands.len();
        if inputs.len() != passed {
            report.add(
                place,
                format!(
                    "{passed} {} passed, the type lists {}",
                    if passed == 1 { "value is" } else { "values are" },
                    inputs.len()
                ),
            );
        }
    }
}
