//! `redefined-block`: a label that its region has already.

use crate::context::RuleContext;
use crate::finding::Report;

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (_, region) in ctx.ir.regions.iter() {
        let labels: Vec<_> =
            region.blocks.iter().filter_map(|it| ctx.ir.blocks[*it].label.as_ref()).collect();
        for (index, (label, place)) in labels.iter().enumerate() {
            if let Some((_, first)) = labels.iter().take(index).find(|it| it.0 == *label) {
                report
                    .add(*place, format!("block {label} is already defined"))
                    .related(*first, "the first definition");
            }
        }
    }
}
