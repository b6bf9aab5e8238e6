//! `memref-memory-space`: a parameter of a memref that is no memory space.

use crate::diagnostic::Severity;
use crate::rule_context::RuleContext;
use super::{Report, Rule};

pub(super) static RULE: Rule =
    Rule { code: "memref-memory-space", severity: Severity::Error, page: page!("memref-memory-space"), check };

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    ctx.report_text(report, RULE.code);
}
