//! `yield-missing`: a region that has to yield values and ends without a terminator.

use super::Report;
use crate::default_dialect::is_unregistered;
use crate::ir::Form;
use crate::map_operands::counted;
use crate::rule_context::RuleContext;
use crate::yields::{affine_results, result_place};

pub(super) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops() {
        if op.form != Form::Custom {
            continue;
        }
        let Some(results) = affine_results(ctx, id).filter(|it| !it.is_empty()) else { continue };
        for region in &op.regions {
            let data = &ctx.ir.regions[*region];
            let [block] = &*data.blocks else { continue };
            let ops = &ctx.ir.blocks[*block].ops;
            let has_yield =
                ops.last().is_some_and(|it| ctx.may_be_terminator(*it) && !is_unregistered(&ctx.ir.ops[*it]))
                    || ops.iter().any(|it| ctx.ir.ops[*it].is("affine.yield"));
            let is_broken = ops.iter().any(|it| ctx.ir.ops[*it].broken);
            let Some(pointer) = data.pointer else { continue };
            if has_yield || is_broken || ctx.has_error_inside(pointer) {
                continue;
            }
            let what = if op.is("affine.if") { "branch" } else { "loop" };
            let types = results.iter().map(|it| it.to_string()).collect::<Vec<_>>().join(", ");
            let message = format!("this {what} has to yield {}: {types}", counted(results.len(), "value"));
            let (place, text) = result_place(ctx, id, 0);
            report.add(ctx.closing_brace(pointer), message).related(place, text);
        }
    }
}
