//! `transfer-in-bounds`: another number of `in_bounds` entries than the vector has dimensions.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::rule_context::RuleContext;

pub(super) static RULE: Rule =
    Rule { code: "transfer-in-bounds", severity: Severity::Error, page: page!("transfer-in-bounds"), check };

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    ctx.report_op_problems(report, RULE.code);
}
