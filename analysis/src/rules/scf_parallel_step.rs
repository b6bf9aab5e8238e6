//! `scf-parallel-step`: a parallel loop with a constant step that is not positive.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::ir::{Form, OpKind};
use crate::rule_context::RuleContext;
use syntax::SyntaxKind;

pub(super) static RULE: Rule =
    Rule { code: "scf-parallel-step", severity: Severity::Error, page: page!("scf-parallel-step"), check };

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops().filter(|(_, op)| op.is("scf.parallel") && op.form == Form::Custom) {
        let Some(node) = ctx.syntax(id) else { continue };
        let mut groups = node.children().filter(|it| it.kind() == SyntaxKind::OPERAND_GROUP);
        let Some(steps) = groups.nth(2) else { continue };
        let range = steps.text_range();
        for operand in op.operands.iter().filter(|it| range.contains_range(it.pointer.range)) {
            let Some(definition) = operand.value.and_then(|it| ctx.ir.defining_op(it)) else { continue };
            let definition = &ctx.ir.ops[definition];
            if let OpKind::ConstantInteger(step @ ..=0) = definition.kind {
                report
                    .add(operand.pointer, format!("the step is {step}, steps are positive"))
                    .related(definition.name_pointer, "the constant");
            }
        }
    }
}
