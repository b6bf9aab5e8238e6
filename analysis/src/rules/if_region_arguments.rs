//! `if-region-arguments`: a branch of affine.if with arguments.

use super::Report;
use crate::ir::Pointer;
use crate::rule_context::RuleContext;
use syntax::TextRange;

pub(super) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (_, op) in ctx.ops().filter(|it| it.1.is("affine.if")) {
        for region in &op.regions {
            let Some(block) = ctx.ir.regions[*region].blocks.first() else { continue };
            let arguments = &ctx.ir.blocks[*block].arguments;
            let range = arguments.iter().map(|it| ctx.definition(*it).range).reduce(TextRange::cover);
            if let Some(range) = range {
                report.add(Pointer { range, ..op.pointer }, "branches of affine.if take no arguments");
            }
        }
    }
}
