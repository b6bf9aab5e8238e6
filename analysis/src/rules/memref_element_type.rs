//! `memref-element-type`: a memref of something that memory cannot hold.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::rule_context::RuleContext;

pub(super) static RULE: Rule = Rule {
    code: "memref-element-type",
    severity: Severity::Error,
    page: page!("memref-element-type"),
    check,
};

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    ctx.report_text(report, RULE.code);
}
