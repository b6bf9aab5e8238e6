//! `subscript-repeated-base-name`: a second mention of a name with a result number in one list.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::rule_context::RuleContext;

pub(super) static RULE: Rule = Rule {
    code: "subscript-repeated-base-name",
    severity: Severity::Error,
    page: page!("subscript-repeated-base-name"),
    check,
};

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    ctx.report_text(report, RULE.code);
}
