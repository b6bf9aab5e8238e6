//! `loop-step-zero`: a step with which a loop never ends.

use super::Report;
use crate::ir::{Form, OpKind};
use crate::rule_context::RuleContext;

pub(super) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (_, op) in ctx.ops() {
        let OpKind::For(it) = &op.kind else { continue };
        let Some(step) = it.step else { continue };
        if step == 0 || step < 0 && op.form == Form::Generic {
            let place = it.step_pointer.unwrap_or(op.name_pointer);
            report.add(place, format!("a loop with step {step} never ends"));
        }
    }
}
