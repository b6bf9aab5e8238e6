//! Whether a definition comes before a use on every path.

use crate::ir::{BlockId, Definition, Ir, OpId, RegionId, ValueId};
use rustc_hash::FxHashSet;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Order {
    /// The definition dominates the use, or nobody asks for an order there, or it is not known.
    Right,
    /// The definition stands further down in the same block, or is the operation around the use.
    Later,
    /// The definition is in a block that does not dominate that of the use.
    OtherPath,
}

/// How the definition of a value lies to an operation that uses it.
pub(crate) fn order(ir: &Ir, user: OpId, value: ValueId) -> Order {
    let region = ir.home(value);
    if is_graph_region(ir, region) {
        return Order::Right;
    }
    let mut ancestor = user;
    while ir.blocks[ir.ops[ancestor].block].parent != region {
        match ir.parent_op(ancestor) {
            Some(parent) => ancestor = parent,
            None => return Order::Right,
        }
    }
    let block = ir.ops[ancestor].block;
    let (home, definer) = match ir.values[value].definition {
        Definition::Argument { block, .. } => (block, None),
        Definition::Result { op, .. } => (ir.ops[op].block, Some(op)),
    };
    if ir.regions[region].blocks.iter().any(|it| ir.blocks[*it].ops.iter().any(|op| ir.ops[*op].broken))
        && ir.regions[region].blocks.len() > 1
    {
        return Order::Right;
    }
    if home == block {
        let Some(definer) = definer else { return Order::Right };
        let position = |op: OpId| ir.blocks[block].ops.iter().position(|it| *it == op);
        let is_before = definer != ancestor && position(definer) < position(ancestor);
        return if is_before || !is_reachable(ir, region, block, None) { Order::Right } else { Order::Later };
    }
    if !is_reachable(ir, region, block, None) || !is_reachable(ir, region, block, Some(home)) {
        return Order::Right;
    }
    Order::OtherPath
}

/// Whether there is a path from the region's entry to the block that does not enter `avoiding`.
fn is_reachable(ir: &Ir, region: RegionId, block: BlockId, avoiding: Option<BlockId>) -> bool {
    let Some(entry) = ir.regions[region].blocks.first() else { return false };
    if Some(*entry) == avoiding {
        return false;
    }
    let mut seen: FxHashSet<BlockId> = FxHashSet::default();
    let mut pending = vec![*entry];
    while let Some(next) = pending.pop() {
        if next == block {
            return true;
        }
        if !seen.insert(next) {
            continue;
        }
        for op in &ir.blocks[next].ops {
            let successors = ir.ops[*op].successors.iter().filter_map(|it| it.block);
            pending.extend(successors.filter(|it| Some(*it) != avoiding));
        }
    }
    false
}

/// Regions in which no order is asked for, and those of which that is not known.
fn is_graph_region(ir: &Ir, region: RegionId) -> bool {
    let Some(parent) = ir.regions[region].parent else { return true };
    let name = &*ir.ops[parent].name;
    let has_order = name.starts_with("affine.")
        || name.starts_with("scf.")
        || matches!(
            name,
            "func.func"
                | "gpu.func"
                | "gpu.launch"
                | "llvm.func"
                | "memref.alloca_scope"
                | "linalg.generic"
                | "async.execute"
        );
    !has_order || ir.ops[parent].broken && ir.regions[region].blocks.len() > 1
}
