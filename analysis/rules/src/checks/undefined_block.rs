//! `undefined-block`: a successor that is not a label of its region.

use crate::context::RuleContext;
use crate::finding::Report;
use ir::Pointer;
use rustc_hash::FxHashMap;
use std::cell::LazyCell;

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    let labels = LazyCell::new(|| first_labels(ctx));
    for (_, op) in ctx.ops() {
        for successor in op.successors.iter().filter(|it| it.block.is_none()) {
            let message = format!("there is no block {} in this region", successor.label);
            let finding = report.add(successor.pointer, message);
            if let Some(place) = labels.get(&*successor.label) {
                finding.related(*place, "this label belongs to another region");
            }
        }
    }
}

/// Where each label is first defined.
fn first_labels<'a>(ctx: &RuleContext<'a>) -> FxHashMap<&'a str, Pointer> {
    let labels = ctx.ir.blocks.iter().filter_map(|it| it.1.label.as_ref());
    let mut first = FxHashMap::default();
    for (label, place) in labels {
        first.entry(&**label).or_insert(*place);
    }
    first
}
