//! `cast-incompatible`: a conversion that its operation does not do.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::rule_context::RuleContext;

pub(super) static RULE: Rule = Rule { code: "cast-incompatible", severity: Severity::Error, page: page!("cast-incompatible"), check };

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    ctx.report_op_problems(report, RULE.code);
}
