//! `negative-divisor`: a divisor that is negative.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::rule_context::RuleContext;

pub(super) static RULE: Rule =
    Rule { code: "negative-divisor", severity: Severity::Warning, page: page!("negative-divisor"), check };

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    ctx.report_text(report, RULE.code);
}
