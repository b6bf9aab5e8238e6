//! `subview-result-type`: the type of a view that does not follow from its offsets, sizes and strides.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::rule_context::RuleContext;

pub(super) static RULE: Rule = Rule { code: "subview-result-type", severity: Severity::Error, page: page!("subview-result-type"), check };

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    ctx.report_op_problems(report, RULE.code);
}
