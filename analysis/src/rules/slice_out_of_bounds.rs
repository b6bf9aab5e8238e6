//! `slice-out-of-bounds`: a slice that leaves its source.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::rule_context::RuleContext;

pub(super) static RULE: Rule = Rule {
    code: "slice-out-of-bounds",
    severity: Severity::Error,
    page: page!("slice-out-of-bounds"),
    check,
};

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    ctx.report_op_problems(report, RULE.code);
}
