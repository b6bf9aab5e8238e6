//! `scf-iter-args-count`: another number of result types than carried values.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::rule_context::RuleContext;

pub(super) static RULE: Rule = Rule {
    code: "scf-iter-args-count",
    severity: Severity::Error,
    page: page!("scf-iter-args-count"),
    check,
};

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    ctx.report_op_problems(report, RULE.code);
}
