//! The values that the end of a block most likely hands on: completion puts them first there, and fixes write them.

use crate::context::RuleContext;
use ir::types::Type;
use ir::{BlockId, Definition, Ir, RegionId, ValueId, value_name};
use rustc_hash::FxHashSet;

/// How much speaks for a value that nothing uses yet as an operand in `block`, beside its type; 0 for one that is used.
///
/// Without a block, where it was computed does not count.
pub fn freshness(ir: &Ir, value: ValueId, block: Option<BlockId>, is_used: bool) -> f32 {
    let is_result_here = |block: BlockId| match ir.values[value].definition {
        Definition::Result { op, .. } => ir.ops[op].block == block,
        Definition::Argument { .. } => false,
    };
    match is_used {
        true => 0.0,
        // A value that was just computed is there to be used.
        false if block.is_some_and(is_result_here) => 4.5,
        false => 3.0,
    }
}

/// The names of values of these types that are visible at the end of a block; `None` if a type has none.
///
/// `carried` are the variables of a loop whose next values these are; without a loop it is empty. A value that is
/// computed from a variable becomes its next value, and a variable from which nothing is computed stays as it is.
pub(crate) fn at_end(
    ctx: &RuleContext<'_>,
    block: BlockId,
    types: &[Type],
    carried: &[ValueId],
) -> Option<Vec<String>> {
    let ir = ctx.ir;
    let used: FxHashSet<ValueId> = ir.mentions.iter().filter_map(|it| it.value).collect();
    let visible = visible_at_end(ir, block);
    let is_of = |ty: &Type, value: ValueId| {
        let found = &ir.values[value].ty;
        !found.has_unknown() && !found.differs_from(ty) && !ir.values[value].name.is_empty()
    };
    let is_candidate = |value: ValueId| {
        let is_near = carried.is_empty() || ir.home(value) == ir.blocks[block].parent;
        is_near && !carried.contains(&value) && !used.contains(&value)
    };
    let mut chosen: Vec<Option<ValueId>> = vec![None; types.len()];
    for (index, ty) in types.iter().enumerate() {
        if chosen[index].is_some() {
            continue;
        }
        let alike: Vec<usize> =
            (index..types.len()).filter(|it| chosen[*it].is_none() && types[*it] == *ty).collect();
        let mut fresh: Vec<(usize, ValueId)> = visible.iter().copied().enumerate().collect();
        fresh.retain(|it| is_of(ty, it.1) && is_candidate(it.1));
        let score = |it: ValueId| freshness(ir, it, Some(block), false);
        fresh.sort_by(|a, b| score(b.1).total_cmp(&score(a.1)).then(b.0.cmp(&a.0)));
        fresh.truncate(alike.len());
        fresh.sort_unstable();
        let mut fresh: Vec<ValueId> = fresh.into_iter().map(|it| it.1).collect();
        for place in &alike {
            let Some(carried) = carried.get(*place) else { continue };
            let influenced = influenced(ir, *carried, block);
            if let Some(next) = fresh.iter().position(|it| influenced.contains(it)) {
                chosen[*place] = Some(fresh.remove(next));
            }
        }
        let mut fresh = fresh.into_iter();
        for place in alike {
            let last = || visible.iter().rev().copied().find(|it| is_of(ty, *it));
            let other = || carried.get(place).copied().or_else(last);
            chosen[place] = Some(chosen[place].or_else(|| fresh.next()).or_else(other)?);
        }
    }
    Some(chosen.into_iter().flatten().map(|it| value_name(ir, it)).collect())
}

/// The text after `return` at the end of a block of a function with these results: nothing, or values and types.
pub(crate) fn returned_at_end(ctx: &RuleContext<'_>, block: BlockId, types: &[Type]) -> Option<String> {
    if types.is_empty() {
        return Some(String::new());
    }
    let values = at_end(ctx, block, types, &[])?;
    let types: Vec<String> = types.iter().map(ToString::to_string).collect();
    Some(format!(" {} : {}", values.join(", "), types.join(", ")))
}

/// The values that an operation at the end of a block may use, the nearest ones last.
fn visible_at_end(ir: &Ir, block: BlockId) -> Vec<ValueId> {
    let mut around: Vec<Vec<ValueId>> = Vec::new();
    let (mut block, mut before) = (block, None);
    loop {
        let data = &ir.blocks[block];
        let mut values = data.arguments.clone();
        let ops = data.ops.iter().take_while(|it| Some(**it) != before);
        values.extend(ops.flat_map(|it| &ir.ops[*it].results));
        around.push(values);
        let region: &ir::Region = &ir.regions[data.parent];
        // All of the entry was executed before any other block.
        if let Some(entry) = region.blocks.first().filter(|it| **it != block) {
            let entry = &ir.blocks[*entry];
            let results = entry.ops.iter().flat_map(|it| &ir.ops[*it].results);
            around.push(entry.arguments.iter().chain(results).copied().collect());
        }
        let Some(parent) = region.parent else { break };
        let definition = ir.ops[parent].definition.as_ref();
        if definition.is_none_or(|it| it.has_trait("IsolatedFromAbove")) {
            break;
        }
        (block, before) = (ir.ops[parent].block, Some(parent));
    }
    around.into_iter().rev().flatten().collect()
}

/// The results of a block's operations that are computed from a value.
fn influenced(ir: &Ir, value: ValueId, block: BlockId) -> FxHashSet<ValueId> {
    let region: RegionId = ir.blocks[block].parent;
    let mut influenced: FxHashSet<ValueId> = [value].into_iter().collect();
    // Definitions come before uses.
    for mention in &ir.mentions {
        if !mention.value.is_some_and(|it| influenced.contains(&it)) {
            continue;
        }
        let around = std::iter::once(mention.op).chain(ir.ancestors(mention.op));
        let here = around.into_iter().find(|it| ir.blocks[ir.ops[*it].block].parent == region);
        influenced.extend(here.into_iter().flat_map(|it| &ir.ops[it].results));
    }
    influenced
}
