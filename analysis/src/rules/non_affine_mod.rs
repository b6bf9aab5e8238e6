//! `non-affine-mod`: a remainder by an expression that contains a dimension.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::rule_context::RuleContext;

pub(super) static RULE: Rule = Rule { code: "non-affine-mod", severity: Severity::Error, page: page!("non-affine-mod"), check };

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    ctx.report_text(report, RULE.code);
}
