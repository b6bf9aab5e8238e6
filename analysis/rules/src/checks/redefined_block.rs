//! `redefined-block`: a label that its region has already.

use crate::context::RuleContext;
use crate::finding::Report;
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (_, region) in ctx.ir.regions.iter() {
        let mut defined = FxHashMap::default();
        for (label, place) in region.blocks.iter().filter_map(|it| ctx.ir.blocks[*it].label.as_ref()) {
            match defined.entry(label) {
                Entry::Vacant(it) => _ = it.insert(*place),
                Entry::Occupied(first) => {
                    report
                        .add(*place, format!("block {label} is already defined"))
                        .related(*first.get(), "the first definition");
                }
            }
        }
    }
}
