//! `transfer-permutation-map`: a map of a transfer that does not select dimensions of the memory.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::rule_context::RuleContext;

pub(super) static RULE: Rule = Rule {
    code: "transfer-permutation-map",
    severity: Severity::Error,
    page: page!("transfer-permutation-map"),
    check,
};

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    ctx.report_op_problems(report, RULE.code);
}
