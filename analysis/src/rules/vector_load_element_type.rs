//! `vector-load-element-type`: a vector in memory of another element type.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::rule_context::RuleContext;

pub(super) static RULE: Rule = Rule {
    code: "vector-load-element-type",
    severity: Severity::Error,
    page: page!("vector-load-element-type"),
    check,
};

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    ctx.report_op_problems(report, RULE.code);
}
