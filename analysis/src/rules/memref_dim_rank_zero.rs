//! `memref-dim-rank-zero`: the size of a memref or tensor without dimensions.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::rule_context::RuleContext;

pub(super) static RULE: Rule = Rule {
    code: "memref-dim-rank-zero",
    severity: Severity::Error,
    page: page!("memref-dim-rank-zero"),
    check,
};

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    ctx.report_op_problems(report, RULE.code);
}
