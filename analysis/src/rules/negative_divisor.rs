//! `negative-divisor`: a divisor that is negative.

use crate::diagnostic::Severity;
use crate::rule_context::RuleContext;
use super::{Report, Rule};

pub(super) static RULE: Rule =
    Rule { code: "negative-divisor", severity: Severity::Warning, page: page!("negative-divisor"), check };

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    ctx.report_text(report, RULE.code);
}
