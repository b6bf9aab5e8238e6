//! `parallel-step-not-constant`: a step of a band that is not constant.

use crate::context::RuleContext;
use crate::finding::Report;
use ir::Pointer;
use ir::affine::{ValueInputs, lower_value_expression};
use syntax::{Located, SyntaxKind};

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops().filter(|(_, op)| op.is("affine.parallel")) {
        // The expressions of a band in custom form.
        for step in ctx.piece(id, SyntaxKind::STEP).into_iter().flat_map(Located::affine_expressions) {
            let mut inputs = ValueInputs::default();
            let lowered = lower_value_expression(step, &mut inputs);
            let is_constant = lowered.as_ref().is_some_and(|it| it.folded().as_constant().is_some());
            if !is_constant && !inputs.mentions.is_empty() {
                let place = Pointer { range: step.trimmed_range(), ..op.pointer };
                report.add(place, "steps are integer constants");
            }
        }
    }
}
