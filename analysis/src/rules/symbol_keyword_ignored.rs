//! `symbol-keyword-ignored`: a value that is mentioned both as a dimension and as a symbol.

use crate::diagnostic::Severity;
use crate::rule_context::RuleContext;
use super::{Report, Rule};

pub(super) static RULE: Rule =
    Rule { code: "symbol-keyword-ignored", severity: Severity::Warning, page: page!("symbol-keyword-ignored"), check };

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    ctx.report_text(report, RULE.code);
}
