//! `tensor-element-type`: a tensor of something that it cannot hold.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::rule_context::RuleContext;

pub(super) static RULE: Rule = Rule {
    code: "tensor-element-type",
    severity: Severity::Error,
    page: page!("tensor-element-type"),
    check,
};

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    ctx.report_text(report, RULE.code);
}
