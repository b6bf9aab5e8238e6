//! `reshape-mismatch`: shapes that the groups of dimensions do not relate.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::rule_context::RuleContext;

pub(super) static RULE: Rule = Rule { code: "reshape-mismatch", severity: Severity::Error, page: page!("reshape-mismatch"), check };

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    ctx.report_op_problems(report, RULE.code);
}
