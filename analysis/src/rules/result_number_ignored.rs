//! `result-number-ignored`: a bare name that stands for a numbered result.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::rule_context::RuleContext;

pub(super) static RULE: Rule = Rule {
    code: "result-number-ignored",
    severity: Severity::Warning,
    page: page!("result-number-ignored"),
    check,
};

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    ctx.report_text(report, RULE.code);
}
