//! `missing-terminator`: a block that does not end with a terminator.

use super::Report;
use crate::ir::Form;
use crate::rule_context::RuleContext;

pub(super) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (_, region) in ctx.ir.regions.iter() {
        let (Some(parent), Some(pointer)) = (region.parent, region.pointer) else { continue };
        let parent = &ctx.ir.ops[parent];
        let ends_with = match &*parent.name {
            "func.func" => "return",
            "affine.for" | "affine.if" | "affine.parallel" if parent.form == Form::Generic => "affine.yield",
            "scf.for" | "scf.if" if parent.form == Form::Generic => "scf.yield",
            _ => continue,
        };
        if parent.broken || ctx.has_error_inside(pointer) {
            continue;
        }
        for block in &region.blocks {
            let Some(last) = ctx.ir.blocks[*block].ops.last() else { continue };
            if !ctx.may_be_terminator(*last) {
                let place = ctx.ir.ops[*last].name_pointer;
                report.add(place, format!("this block does not end with a terminator: {ends_with}"));
            }
        }
    }
}
