//! `memref-copy-mismatch`: a copy between memrefs of different shapes or element types.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::rule_context::RuleContext;

pub(super) static RULE: Rule = Rule {
    code: "memref-copy-mismatch",
    severity: Severity::Error,
    page: page!("memref-copy-mismatch"),
    check,
};

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    ctx.report_op_problems(report, RULE.code);
}
