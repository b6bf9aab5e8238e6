//! `symbol-keyword-ignored`: a value that is mentioned both as a dimension and as a symbol.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::rule_context::RuleContext;

pub(super) static RULE: Rule = Rule {
    code: "symbol-keyword-ignored",
    severity: Severity::Warning,
    page: page!("symbol-keyword-ignored"),
    check,
};

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    ctx.report_text(report, RULE.code);
}
