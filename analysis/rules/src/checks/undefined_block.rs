//! `undefined-block`: a successor that is no label of its region.

use crate::context::RuleContext;
use crate::finding::Report;

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (_, op) in ctx.ops() {
        for successor in op.successors.iter().filter(|it| it.block.is_none()) {
            let elsewhere =
                ctx.ir.blocks.iter().filter_map(|it| it.1.label.as_ref()).find(|it| it.0 == successor.label);
            let message = format!("there is no block {} in this region", successor.label);
            let finding = report.add(successor.pointer, message);
            if let Some((_, place)) = elsewhere {
                finding.related(*place, "this label belongs to another region");
            }
        }
    }
}
