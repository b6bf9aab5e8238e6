//! `division-by-zero`: a divisor that is zero.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::rule_context::RuleContext;

pub(super) static RULE: Rule =
    Rule { code: "division-by-zero", severity: Severity::Warning, page: page!("division-by-zero"), check };

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    ctx.report_text(report, RULE.code);
}
