//! `result-number-ignored`: a bare name that stands for a numbered result.

use crate::diagnostic::Severity;
use crate::rule_context::RuleContext;
use super::{Report, Rule};

pub(super) static RULE: Rule =
    Rule { code: "result-number-ignored", severity: Severity::Warning, page: page!("result-number-ignored"), check };

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    ctx.report_text(report, RULE.code);
}
