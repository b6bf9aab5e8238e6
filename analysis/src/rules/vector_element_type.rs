//! `vector-element-type`: a vector of something that is no scalar.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::rule_context::RuleContext;

pub(super) static RULE: Rule = Rule {
    code: "vector-element-type",
    severity: Severity::Error,
    page: page!("vector-element-type"),
    check,
};

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    ctx.report_text(report, RULE.code);
}
