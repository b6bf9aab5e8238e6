//! `vector-shape-mismatch`: vectors whose shapes do not fit the operation.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::rule_context::RuleContext;

pub(super) static RULE: Rule = Rule {
    code: "vector-shape-mismatch",
    severity: Severity::Error,
    page: page!("vector-shape-mismatch"),
    check,
};

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    ctx.report_op_problems(report, RULE.code);
}
