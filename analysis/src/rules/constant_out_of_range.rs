//! `constant-out-of-range`: an integer that its type does not hold.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::rule_context::RuleContext;

pub(super) static RULE: Rule = Rule { code: "constant-out-of-range", severity: Severity::Error, page: page!("constant-out-of-range"), check };

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    ctx.report_literals(report, RULE.code);
}
