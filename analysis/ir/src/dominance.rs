//! Whether a definition comes before a use on every path.

use crate::{BlockId, Definition, Form, Ir, OpId, RegionId, ValueId};
use la_arena::ArenaMap;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// The definition dominates the use, or no order is required there, or the order is not known.
    Right,
    /// The definition comes later in the same block, or is the operation around the use.
    Later,
    /// The definition is in a block that does not dominate that of the use.
    OtherPath,
}

type Blocks = Rc<FxHashSet<BlockId>>;

/// Blocks and branches that are looked at for one isolated op. Every block with a value that another block uses costs a
/// walk over its region.
const STEPS: usize = 5_000_000;

/// Answers for one isolated op, kept for the next question.
pub struct Dominance<'a> {
    ir: &'a Ir,
    /// Position of each operation in its block.
    positions: ArenaMap<OpId, usize>,
    /// Regions that hold text that did not parse.
    broken: FxHashSet<RegionId>,
    /// By region and the block that paths avoid.
    reachable: RefCell<FxHashMap<(RegionId, Option<BlockId>), Blocks>>,
    steps: Cell<usize>,
}

impl<'a> Dominance<'a> {
    pub fn new(ir: &'a Ir) -> Self {
        let mut positions = ArenaMap::default();
        let mut broken = FxHashSet::default();
        for (_, block) in ir.blocks.iter() {
            for (position, op) in block.ops.iter().enumerate() {
                positions.insert(*op, position);
                if ir.ops[*op].broken {
                    broken.insert(block.parent);
                }
            }
        }
        Self { ir, positions, broken, reachable: RefCell::default(), steps: Cell::new(STEPS) }
    }

    /// How the definition of a value lies to an operation that uses it.
    pub fn order(&self, user: OpId, value: ValueId) -> Order {
        let ir = self.ir;
        let region = ir.home(value);
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
        if home == block {
            let Some(definer) = definer else { return Order::Right };
            let is_before = definer != ancestor && self.positions.get(definer) < self.positions.get(ancestor);
            // The head of an operation of unknown form may have swallowed the next statement.
            let is_unclear = definer == ancestor && ir.ops[ancestor].form == Form::Opaque;
            let is_right = is_before
                || is_unclear
                || is_graph_region(ir, region)
                || !self.is_reachable(region, None, block);
            return if is_right { Order::Right } else { Order::Later };
        }
        let is_right = is_graph_region(ir, region)
            || self.broken.contains(&region)
            || !self.is_reachable(region, None, block)
            || !self.is_reachable(region, Some(home), block);
        if is_right { Order::Right } else { Order::OtherPath }
    }

    /// Whether a path is known that leads to the block.
    fn is_reachable(&self, region: RegionId, avoiding: Option<BlockId>, block: BlockId) -> bool {
        self.reachable(region, avoiding).is_some_and(|it| it.contains(&block))
    }

    /// The blocks to which a path leads from the region's entry without entering `avoiding`; `None` if they would take too
    /// long to find.
    fn reachable(&self, region: RegionId, avoiding: Option<BlockId>) -> Option<Blocks> {
        if let Some(found) = self.reachable.borrow().get(&(region, avoiding)) {
            return Some(Rc::clone(found));
        }
        let mut seen: FxHashSet<BlockId> = FxHashSet::default();
        let mut pending = Vec::from_iter(self.ir.regions[region].blocks.first().copied());
        while let Some(next) = pending.pop() {
            if Some(next) == avoiding || !seen.insert(next) {
                continue;
            }
            let ops = &self.ir.blocks[next].ops;
            self.steps.set(self.steps.get().checked_sub(1 + ops.len())?);
            for op in ops {
                pending.extend(self.ir.ops[*op].successors.iter().filter_map(|it| it.block));
            }
        }
        let found = Rc::new(seen);
        self.reachable.borrow_mut().insert((region, avoiding), Rc::clone(&found));
        Some(found)
    }
}

/// Regions in which no order is required, and regions for which that is not known.
fn is_graph_region(ir: &Ir, region: RegionId) -> bool {
    let Some(parent) = ir.regions[region].parent else { return true };
    let definition = ir.ops[parent].definition.as_ref();
    // The interface answers for each region in C++.
    let may_be_graph = ["HasOnlyGraphRegion", "RegionKindInterface"];
    let has_order = definition.is_some_and(|it| may_be_graph.iter().all(|name| it.lacks_trait(name)));
    !has_order || ir.ops[parent].broken && ir.regions[region].blocks.len() > 1
}
