//! `for-step-not-positive`: a negative step of affine.for.

use crate::context::RuleContext;
use crate::finding::Report;
use ir::{Form, OpKind};
use syntax::ods::{Version, Versions};

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (_, op) in ctx.ops() {
        let OpKind::For(it) = &op.kind else { continue };
        let place = it.step_pointer.unwrap_or(op.name_pointer);
        // The generic form takes any before version 23.
        if op.form == Form::Custom && it.step.is_some_and(|it| it < 0) {
            let message =
                "the step has to be positive; to run backwards, compute the index from an ascending one";
            report.add(place, message);
        } else if it.step.is_some_and(|it| it <= 0)
            && let Some(severity) = ctx.severity_outside(Versions::until(Version::V23))
        {
            let message = format!("the step has to be positive since {}", Version::V23);
            report.add(place, message).severity = severity;
        }
    }
}
