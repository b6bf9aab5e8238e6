//! `for-bound-empty-map`: a map without results as a bound.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::ir::OpKind;
use crate::rule_context::RuleContext;

pub(super) static RULE: Rule = Rule {
    code: "for-bound-empty-map",
    severity: Severity::Error,
    page: page!("for-bound-empty-map"),
    check,
};

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (_, op) in ctx.ops() {
        let OpKind::For(it) = &op.kind else { continue };
        for bound in [&it.lower, &it.upper] {
            if bound.map.as_ref().is_some_and(|it| it.results.is_empty()) {
                report.add(ctx.map_results(bound), "a bound needs at least one result");
            }
        }
    }
}
