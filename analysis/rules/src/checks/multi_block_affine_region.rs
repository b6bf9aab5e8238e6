//! `multi-block-affine-region`: a body of an affine operation with several blocks.

use crate::context::RuleContext;
use crate::finding::Report;
use crate::yields::is_affine_region_op;

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (_, op) in ctx.ops().filter(|it| is_affine_region_op(it.1)) {
        for region in &op.regions {
            let second = ctx.ir.regions[*region].blocks.get(1);
            if let Some((_, place)) = second.and_then(|it| ctx.ir.blocks[*it].label.as_ref()) {
                let message = format!(
                    "the body of {} is a single block; use scf.execute_region for control flow",
                    op.name
                );
                report.add(*place, message);
            }
        }
    }
}
