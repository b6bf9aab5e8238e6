//! `in-parallel-body`: an operation among the insertions at the end of `scf.forall`.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::rule_context::RuleContext;

pub(super) static RULE: Rule =
    Rule { code: "in-parallel-body", severity: Severity::Error, page: page!("in-parallel-body"), check };

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    ctx.report_op_problems(report, RULE.code);
}
