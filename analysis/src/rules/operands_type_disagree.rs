//! `operands-type-disagree`: types of one operation that do not go together.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::rule_context::RuleContext;

pub(super) static RULE: Rule = Rule { code: "operands-type-disagree", severity: Severity::Error, page: page!("operands-type-disagree"), check };

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    ctx.report_op_problems(report, RULE.code);
}
