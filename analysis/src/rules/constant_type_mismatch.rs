//! `constant-type-mismatch`: a literal that is no value of its type.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::rule_context::RuleContext;

pub(super) static RULE: Rule = Rule {
    code: "constant-type-mismatch",
    severity: Severity::Error,
    page: page!("constant-type-mismatch"),
    check,
};

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    ctx.report_literals(report);
    ctx.report_op_problems(report);
}
