//! `memref-memory-space`: a parameter of a memref that is no memory space.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::rule_context::RuleContext;

pub(super) static RULE: Rule = Rule {
    code: "memref-memory-space",
    severity: Severity::Error,
    page: page!("memref-memory-space"),
    check,
};

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    ctx.report_text(report, RULE.code);
}
