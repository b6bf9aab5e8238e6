//! `minmax-no-results`: a map without results in affine.min or affine.max.

use super::Report;
use crate::ir::OpKind;
use crate::rule_context::RuleContext;

pub(super) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (_, op) in ctx.ops() {
        let (OpKind::Min(applied) | OpKind::Max(applied)) = &op.kind else { continue };
        if applied.map.as_ref().is_some_and(|it| it.results.is_empty()) {
            report.add(ctx.map_results(applied), format!("{} needs at least one result", op.name));
        }
    }
}
