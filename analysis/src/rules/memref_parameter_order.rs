//! `memref-parameter-order`: a layout after the memory space.

use crate::diagnostic::Severity;
use crate::rule_context::RuleContext;
use super::{Report, Rule};

pub(super) static RULE: Rule =
    Rule { code: "memref-parameter-order", severity: Severity::Error, page: page!("memref-parameter-order"), check };

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    ctx.report_text(report, RULE.code);
}
