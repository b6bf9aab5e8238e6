//! `entry-block-predecessor`: a branch to the first block of a region.

use crate::context::RuleContext;
use crate::finding::Report;

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (_, op) in ctx.ops() {
        for successor in &op.successors {
            let Some(block) = successor.block else { continue };
            let region = ctx.ir.blocks[block].parent;
            if ctx.ir.regions[region].blocks.first() != Some(&block) {
                continue;
            }
            let finding = report.add(
                successor.pointer,
                format!(
                    "{} is the entry block, which no branch can reach; add a block after it",
                    successor.label
                ),
            );
            if let Some((_, label)) = &ctx.ir.blocks[block].label {
                finding.related(*label, "the first block of its region");
            }
        }
    }
}
