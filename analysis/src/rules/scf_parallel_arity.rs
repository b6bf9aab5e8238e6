//! `scf-parallel-arity`: bounds or steps of `scf.parallel` that are not as many as its indices.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::rule_context::RuleContext;

pub(super) static RULE: Rule =
    Rule { code: "scf-parallel-arity", severity: Severity::Error, page: page!("scf-parallel-arity"), check };

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    ctx.report_op_problems(report, RULE.code);
}
