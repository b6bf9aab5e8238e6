//! `reduce-mismatch`: reductions that do not fit the results and initial values of their loop.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::rule_context::RuleContext;

pub(super) static RULE: Rule =
    Rule { code: "reduce-mismatch", severity: Severity::Error, page: page!("reduce-mismatch"), check };

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    ctx.report_op_problems(report, RULE.code);
}
