//! `alloc-symbol-count`: another number of symbols than the layout has.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::rule_context::RuleContext;

pub(super) static RULE: Rule =
    Rule { code: "alloc-symbol-count", severity: Severity::Error, page: page!("alloc-symbol-count"), check };

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    ctx.report_op_problems(report, RULE.code);
}
