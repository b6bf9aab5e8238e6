//! `region-argument-mismatch`: a region with other arguments than its operation gives it.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::rule_context::RuleContext;

pub(super) static RULE: Rule = Rule {
    code: "region-argument-mismatch",
    severity: Severity::Error,
    page: page!("region-argument-mismatch"),
    check,
};

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    ctx.report_op_problems(report, RULE.code);
}
