//! `transfer-element-width`: a vector that does not fill whole elements of the memory.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::rule_context::RuleContext;

pub(super) static RULE: Rule = Rule {
    code: "transfer-element-width",
    severity: Severity::Error,
    page: page!("transfer-element-width"),
    check,
};

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    ctx.report_op_problems(report, RULE.code);
}
