//! `parallel-step-not-constant`: a step of a band that is no constant.

use super::{Report, Rule};
use crate::affine::{ValueInputs, lower_value_expression};
use crate::diagnostic::Severity;
use crate::ir::{OpId, Pointer, trimmed_range};
use crate::rule_context::RuleContext;
use syntax::SyntaxKind;
use syntax::ast::{self, AstNode};

pub(super) static RULE: Rule = Rule {
    code: "parallel-step-not-constant",
    severity: Severity::Error,
    page: page!("parallel-step-not-constant"),
    check,
};

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops().filter(|(_, op)| op.is("affine.parallel")) {
        for step in steps(ctx, id) {
            let mut inputs = ValueInputs::default();
            let lowered = lower_value_expression(&step, &mut inputs);
            let is_constant = lowered.as_ref().is_some_and(|it| it.folded().as_constant().is_some());
            if !is_constant && !inputs.mentions.is_empty() {
                let place = Pointer { range: trimmed_range(step.syntax()), ..op.pointer };
                report.add(place, "steps are integer constants");
            }
        }
    }
}

/// The expressions of the steps of a band in custom form.
fn steps(ctx: &RuleContext<'_>, id: OpId) -> Vec<ast::AffineExpression> {
    ctx.piece(id, SyntaxKind::STEP).iter().flat_map(ast::children::<ast::AffineExpression>).collect()
}
