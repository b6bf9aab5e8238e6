//! `scf-if-missing-else`: an `scf.if` with results and without an else branch.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::rule_context::RuleContext;

pub(super) static RULE: Rule = Rule {
    code: "scf-if-missing-else",
    severity: Severity::Error,
    page: page!("scf-if-missing-else"),
    check,
};

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    ctx.report_op_problems(report, RULE.code);
}
