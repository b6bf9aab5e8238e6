//! `vector-memory-stride`: a vector in memory whose last dimension is not contiguous.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::rule_context::RuleContext;

pub(super) static RULE: Rule = Rule {
    code: "vector-memory-stride",
    severity: Severity::Error,
    page: page!("vector-memory-stride"),
    check,
};

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    ctx.report_op_problems(report, RULE.code);
}
