//! `slice-entry-count`: another number of offsets, sizes or strides than the slice needs.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::rule_context::RuleContext;

pub(super) static RULE: Rule =
    Rule { code: "slice-entry-count", severity: Severity::Error, page: page!("slice-entry-count"), check };

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    ctx.report_op_problems(report, RULE.code);
}
