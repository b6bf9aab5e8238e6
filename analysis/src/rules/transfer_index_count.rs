//! `transfer-index-count`: another number of indices than the memory has dimensions.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::rule_context::RuleContext;

pub(super) static RULE: Rule = Rule {
    code: "transfer-index-count",
    severity: Severity::Error,
    page: page!("transfer-index-count"),
    check,
};

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    ctx.report_op_problems(report, RULE.code);
}
