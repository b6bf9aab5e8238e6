//! `vector-dimension-not-positive`: a size of a vector that is no positive constant.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::rule_context::RuleContext;

pub(super) static RULE: Rule = Rule {
    code: "vector-dimension-not-positive",
    severity: Severity::Error,
    page: page!("vector-dimension-not-positive"),
    check,
};

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    ctx.report_text(report, RULE.code);
}
