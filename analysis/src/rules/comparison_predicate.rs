//! `comparison-predicate`: a predicate that the comparison does not know.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::rule_context::RuleContext;

pub(super) static RULE: Rule = Rule {
    code: "comparison-predicate",
    severity: Severity::Error,
    page: page!("comparison-predicate"),
    check,
};

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    ctx.report_op_problems(report, RULE.code);
}
