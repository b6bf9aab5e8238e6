//! `unranked-memref-layout`: a layout of a memref of unknown rank.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::rule_context::RuleContext;

pub(super) static RULE: Rule = Rule {
    code: "unranked-memref-layout",
    severity: Severity::Error,
    page: page!("unranked-memref-layout"),
    check,
};

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    ctx.report_text(report, RULE.code);
}
