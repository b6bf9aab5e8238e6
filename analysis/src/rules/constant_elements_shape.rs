//! `constant-elements-shape`: lists of elements that do not have the shape or the elements of their type.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::rule_context::RuleContext;

pub(super) static RULE: Rule = Rule { code: "constant-elements-shape", severity: Severity::Error, page: page!("constant-elements-shape"), check };

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    ctx.report_literals(report, RULE.code);
    ctx.report_op_problems(report, RULE.code);
}
