//! `scf-parallel-step`: a constant step of `scf.parallel` that is not positive.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::rule_context::RuleContext;

pub(super) static RULE: Rule =
    Rule { code: "scf-parallel-step", severity: Severity::Error, page: page!("scf-parallel-step"), check };

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    ctx.report_op_problems(report, RULE.code);
}
