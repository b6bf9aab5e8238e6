//! `scf-yield-mismatch`: a region of an scf operation that ends with other values than the operation takes.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::rule_context::RuleContext;

pub(super) static RULE: Rule = Rule { code: "scf-yield-mismatch", severity: Severity::Error, page: page!("scf-yield-mismatch"), check };

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    ctx.report_op_problems(report, RULE.code);
}
