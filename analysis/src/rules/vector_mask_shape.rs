//! `vector-mask-shape`: a mask of another shape than what it masks.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::rule_context::RuleContext;

pub(super) static RULE: Rule = Rule { code: "vector-mask-shape", severity: Severity::Error, page: page!("vector-mask-shape"), check };

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    ctx.report_op_problems(report, RULE.code);
}
