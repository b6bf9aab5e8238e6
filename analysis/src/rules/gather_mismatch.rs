//! `gather-mismatch`: dimensions, indices and types of a gather or scatter that do not go together.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::rule_context::RuleContext;

pub(super) static RULE: Rule =
    Rule { code: "gather-mismatch", severity: Severity::Error, page: page!("gather-mismatch"), check };

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    ctx.report_op_problems(report, RULE.code);
}
