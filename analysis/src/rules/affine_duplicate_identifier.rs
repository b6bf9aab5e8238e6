//! `affine-duplicate-identifier`: an input of a map or set that is declared twice.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::rule_context::RuleContext;

pub(super) static RULE: Rule = Rule { code: "affine-duplicate-identifier", severity: Severity::Error, page: page!("affine-duplicate-identifier"), check };

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    ctx.report_text(report, RULE.code);
}
