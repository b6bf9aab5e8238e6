//! Names of values that move: which of them clash where they land.

use super::slice::{Slice, Window};
use crate::ir::{BlockId, Definition, Ir, OpId, ValueId};
use crate::rewrite::defined_inside;
use rustc_hash::FxHashSet;

/// The values of a producer whose names cannot stay where its slice lands, in text order.
pub(super) fn clashing(ir: &Ir, (producer, consumer): (OpId, OpId), slice: &Slice) -> Vec<ValueId> {
    let visible = newly_visible(ir, (producer, consumer), slice);
    let receiver: FxHashSet<&str> = match slice.chain.last() {
        Some(receiver) => defined_inside(ir, *receiver).iter().map(|it| &*ir.values[*it].name).collect(),
        None => FxHashSet::default(),
    };
    let mut outermost: FxHashSet<&str> = FxHashSet::default();
    let mut found = Vec::new();
    for value in defined_inside(ir, producer) {
        let data = &ir.values[value];
        if data.number > 0 || data.pointer.is_none() {
            continue;
        }
        let name = &*data.name;
        let lands_outermost = lands_outermost(ir, producer, slice, value);
        if visible.contains(name) || outermost.contains(name) || (lands_outermost && receiver.contains(name))
        {
            found.push(value);
        } else if lands_outermost {
            outermost.insert(name);
        }
    }
    found
}

/// Names that are visible at the start of the receiving loop's body and not where the producer stands now.
fn newly_visible<'a>(ir: &'a Ir, (producer, consumer): (OpId, OpId), slice: &Slice) -> FxHashSet<&'a str> {
    let mut found = FxHashSet::default();
    let mut results_between = |block: BlockId, from: Option<OpId>, to: OpId| {
        let ops: &[OpId] = &ir.blocks[block].ops;
        let first = from.and_then(|it| ops.iter().position(|op| *op == it)).map_or(0, |it| it + 1);
        for op in ops.iter().skip(first).take_while(|it| **it != to) {
            found.extend(ir.ops[*op].results.iter().map(|it| &*ir.values[*it].name));
        }
    };
    results_between(ir.ops[consumer].block, Some(producer), consumer);
    for loops in slice.chain.windows(2) {
        let [outer, inner] = *loops else { continue };
        if let Some(body) = ir.body(outer) {
            results_between(body, None, inner);
        }
    }
    for body in slice.chain.iter().filter_map(|it| ir.body(*it)) {
        found.extend(ir.blocks[body].arguments.iter().map(|it| &*ir.values[*it].name));
    }
    found
}

/// Whether the definition ends up directly in the body of the receiving loop.
fn lands_outermost(ir: &Ir, producer: OpId, slice: &Slice, value: ValueId) -> bool {
    let dissolves = |op: OpId| slice.window(op).is_some_and(Window::is_single);
    let block = match ir.values[value].definition {
        Definition::Result { op, .. } => ir.ops[op].block,
        Definition::Argument { block, .. } => block,
    };
    let Some(owner) = ir.regions[ir.blocks[block].parent].parent else { return false };
    std::iter::once(owner)
        .chain(ir.ancestors(owner))
        .take_while(|it| ir.is_within(*it, producer))
        .all(dissolves)
}
