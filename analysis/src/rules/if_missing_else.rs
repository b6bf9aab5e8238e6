//! `if-missing-else`: an affine.if with results and no else branch.

use super::Report;
use crate::ir::OpKind;
use crate::rule_context::RuleContext;
use crate::yields::affine_results;

pub(super) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops() {
        let OpKind::If(_) = &op.kind else { continue };
        let has_results = affine_results(ctx, id).is_some_and(|it| !it.is_empty());
        let branches = op.regions.iter().filter(|it| !ctx.ir.regions[**it].blocks.is_empty()).count();
        if has_results && branches < 2 {
            let place = ctx.result_types(id).unwrap_or(op.name_pointer);
            let finding = report.add(place, "an affine.if with results needs an else branch");
            if let Some(then) = op.regions.first().and_then(|it| ctx.ir.regions[*it].pointer) {
                finding.related(ctx.closing_brace(then), "the first branch ends here");
            }
        }
    }
}
