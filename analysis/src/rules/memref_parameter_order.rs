//! `memref-parameter-order`: a layout after the memory space.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::rule_context::RuleContext;

pub(super) static RULE: Rule = Rule {
    code: "memref-parameter-order",
    severity: Severity::Error,
    page: page!("memref-parameter-order"),
    check,
};

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    ctx.report_text(report, RULE.code);
}
