//! `minmax-no-results`: a map without results in affine.min or affine.max.

use crate::context::RuleContext;
use crate::finding::Report;
use ir::OpKind;

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (_, op) in ctx.ops() {
        let (OpKind::Min(applied) | OpKind::Max(applied)) = &op.kind else { continue };
        if applied.map.as_ref().is_some_and(|it| it.results.is_empty()) {
            report.add(ctx.map_results(applied), format!("{} needs at least one result", op.name));
        }
    }
}
