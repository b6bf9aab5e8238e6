//! `view-result-type`: the type of a view or cast of a memref that does not follow from its operands.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::rule_context::RuleContext;

pub(super) static RULE: Rule =
    Rule { code: "view-result-type", severity: Severity::Error, page: page!("view-result-type"), check };

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    ctx.report_op_problems(report, RULE.code);
}
