//! `operand-count-mismatch`: another number of operands or results than the operation has.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::rule_context::RuleContext;

pub(super) static RULE: Rule = Rule {
    code: "operand-count-mismatch",
    severity: Severity::Error,
    page: page!("operand-count-mismatch"),
    check,
};

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    ctx.report_op_problems(report, RULE.code);
}
