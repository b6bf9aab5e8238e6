//! `for-bound-empty-map`: a map without results as a bound.

use crate::context::RuleContext;
use crate::finding::Report;
use ir::OpKind;

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (_, op) in ctx.ops() {
        let OpKind::For(it) = &op.kind else { continue };
        for bound in [&it.lower, &it.upper] {
            if bound.map.as_ref().is_some_and(|it| it.results.is_empty()) {
                report.add(ctx.map_results(bound), "a bound needs at least one result");
            }
        }
    }
}
