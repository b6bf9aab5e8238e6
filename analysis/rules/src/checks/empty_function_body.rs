//! `empty-function-body`: a function body without any operation.

use crate::context::RuleContext;
use crate::diagnostic::Fix;
use crate::finding::Report;
use crate::fixes::FixContext;
use ir::Form;

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (_, op) in ctx.ops().filter(|(_, op)| op.is("func.func") && op.form == Form::Custom) {
        let [region] = op.regions[..] else { continue };
        let region = &ctx.ir.regions[region];
        let [block] = region.blocks[..] else { continue };
        let block = &ctx.ir.blocks[block];
        if let (true, None, Some(place)) = (block.ops.is_empty(), &block.label, region.pointer) {
            report.add(place, "a function body ends with return");
        }
    }
}

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    ctx.replace("insert return", "{\n  return\n}")
}
