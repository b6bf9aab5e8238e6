//! What every question about the nests of one isolated op needs, computed once.

use super::candidates::{Nest, Relations, nests};
use super::views::Views;
use crate::ir::{BlockId, OpId, ir};
use crate::isolated_op::IsolatedOp;
use crate::memory_effects::Memory;

pub(super) struct Facts {
    pub(super) memory: Memory,
    pub(super) views: Views,
    /// Of each block with at least two nests.
    pub(super) blocks: Vec<(BlockId, Vec<Nest>)>,
    pub(super) relations: Relations,
}

impl Facts {
    /// The nests of a block, by their loops.
    pub(super) fn two(&self, first: OpId, second: OpId) -> Option<(BlockId, &Nest, &Nest)> {
        self.blocks.iter().find_map(|(block, nests)| {
            let nest = |root: OpId| nests.iter().find(|it| it.root == root);
            Some((*block, nest(first)?, nest(second)?))
        })
    }

    /// All pairs of nests of one block, by the second and then by the first, in text order.
    pub(super) fn all_pairs(&self) -> impl Iterator<Item = (OpId, OpId)> + '_ {
        self.blocks.iter().flat_map(|(_, nests)| {
            nests.iter().enumerate().flat_map(move |(index, second)| {
                nests.iter().take(index).map(move |first| (first.root, second.root))
            })
        })
    }
}

#[salsa::tracked(returns(ref), no_eq)]
pub(super) fn nest_facts<'db>(db: &'db dyn salsa::Database, op: IsolatedOp<'db>) -> Facts {
    let ir = ir(db, op);
    let views = Views::of(ir);
    let blocks = nests(ir, &views);
    let memory = Memory::of(ir);
    let mut relations = Relations::default();
    for (block, _) in &blocks {
        relations.extend(ir, &views, ir.blocks[*block].ops.iter().copied());
    }
    Facts { memory, views, blocks, relations }
}
