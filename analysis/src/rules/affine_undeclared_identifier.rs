//! `affine-undeclared-identifier`: a name in a map or set that is none of its inputs.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::rule_context::RuleContext;

pub(super) static RULE: Rule = Rule { code: "affine-undeclared-identifier", severity: Severity::Error, page: page!("affine-undeclared-identifier"), check };

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    ctx.report_text(report, RULE.code);
}
