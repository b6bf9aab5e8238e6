//! `scf-parallel-terminator`: a body of `scf.parallel` that does not end with `scf.reduce`.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::rule_context::RuleContext;

pub(super) static RULE: Rule = Rule {
    code: "scf-parallel-terminator",
    severity: Severity::Error,
    page: page!("scf-parallel-terminator"),
    check,
};

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    ctx.report_op_problems(report, RULE.code);
}
