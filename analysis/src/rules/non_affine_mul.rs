//! `non-affine-mul`: a product of two expressions that both contain dimensions.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::rule_context::RuleContext;

pub(super) static RULE: Rule = Rule { code: "non-affine-mul", severity: Severity::Error, page: page!("non-affine-mul"), check };

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    ctx.report_text(report, RULE.code);
}
