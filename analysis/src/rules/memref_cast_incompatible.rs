//! `memref-cast-incompatible`: a cast that changes more of a memref's type than what is known of it.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::rule_context::RuleContext;

pub(super) static RULE: Rule = Rule {
    code: "memref-cast-incompatible",
    severity: Severity::Error,
    page: page!("memref-cast-incompatible"),
    check,
};

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    ctx.report_op_problems(report, RULE.code);
}
