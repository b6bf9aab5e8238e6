//! `memref-stride-count`: a strided layout with too few or too many strides.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::rule_context::RuleContext;

pub(super) static RULE: Rule = Rule {
    code: "memref-stride-count",
    severity: Severity::Error,
    page: page!("memref-stride-count"),
    check,
};

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    ctx.report_text(report, RULE.code);
}
