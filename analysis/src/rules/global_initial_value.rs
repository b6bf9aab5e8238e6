//! `global-initial-value`: an initial value of another shape or element type than its global.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::rule_context::RuleContext;

pub(super) static RULE: Rule = Rule {
    code: "global-initial-value",
    severity: Severity::Error,
    page: page!("global-initial-value"),
    check,
};

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    ctx.report_op_problems(report, RULE.code);
}
