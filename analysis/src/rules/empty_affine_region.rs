//! `empty-affine-region`: a loop or a branch that does nothing.

use super::Report;
use crate::ir::{Form, OpId};
use crate::rule_context::RuleContext;
use crate::yields::is_affine_region_op;

pub(super) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops().filter(|(_, op)| is_affine_region_op(&op.name) && op.form == Form::Custom) {
        let has_else = op.regions.len() > 1;
        let regions = op.regions.iter().enumerate().filter(|(index, _)| !has_else || *index == 1);
        for region in regions.map(|it| &ctx.ir.regions[*it.1]) {
            let (Some(place), [block]) = (region.pointer, &region.blocks[..]) else { continue };
            let is_end =
                |it: &OpId| ctx.ir.ops[*it].is("affine.yield") && ctx.ir.ops[*it].operands.is_empty();
            let is_empty = ctx.ir.blocks[*block].ops.iter().all(is_end);
            if is_empty && ctx.result_type_list(id).unwrap_or_default().is_empty() {
                let what = if op.is("affine.if") { "branch" } else { "loop" };
                report.add(place, format!("this {what} does nothing"));
            }
        }
    }
}
