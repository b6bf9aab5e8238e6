//! Facts that every question about the nests of one isolated op needs, computed once.

use super::candidates::{Nest, nests};
use super::relations::Relations;
use super::views::Views;
use base::at_once::takes_long;
use base::isolated_op::IsolatedOp;
use ir::memory_effects::Effect;
use ir::{BlockId, OpId, ir_of};
use polyhedral::dependence::subscripts::subscripts;
use polyhedral::memory::{Memory, Sharing, memory};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// A nest is paired with at most this many of those before it.
const NEAR: usize = 48;

pub(crate) struct Facts {
    pub memory: Arc<Memory>,
    pub views: Views,
    /// Of each block with at least two nests.
    pub blocks: Vec<(BlockId, Vec<Nest>)>,
    pub relations: Relations,
    /// Where each nest is in `blocks`, by its loop.
    places: FxHashMap<OpId, (usize, usize)>,
}

impl Facts {
    /// The nests of a block, by their loops.
    pub(crate) fn two(&self, first: OpId, second: OpId) -> Option<(BlockId, &Nest, &Nest)> {
        let ((in_block, first), (other, second)) = (self.places.get(&first)?, self.places.get(&second)?);
        let (block, nests) = self.blocks.get(*in_block).filter(|_| in_block == other)?;
        Some((*block, nests.get(*first)?, nests.get(*second)?))
    }

    /// Whether two nests may touch one element, or the elements that one of them touches are not known.
    pub(crate) fn touch_the_same(&self, (first, second): (OpId, OpId)) -> bool {
        let Some((_, first, second)) = self.two(first, second) else { return false };
        let (left, right) = (&first.effects, &second.effects);
        let shared =
            |a: &Effect| right.known.iter().any(|b| self.memory.sharing(a.memref, b.memref) != Sharing::None);
        left.known.iter().any(shared)
    }

    /// All pairs of nests of one block that are not too far apart, by the second and then by the first, in text
    /// order.
    pub(crate) fn all_pairs(&self) -> impl Iterator<Item = (OpId, OpId)> + '_ {
        self.blocks.iter().flat_map(|(_, nests)| {
            nests.iter().enumerate().flat_map(move |(index, second)| {
                let near = nests.get(index.saturating_sub(NEAR)..index).unwrap_or_default();
                near.iter().map(move |first| (first.root, second.root))
            })
        })
    }

    /// As [`Facts::all_pairs`], close neighbours first.
    pub(crate) fn nearest_pairs(&self) -> impl Iterator<Item = (OpId, OpId)> + '_ {
        (1..=NEAR).flat_map(move |apart| {
            self.blocks.iter().flat_map(move |(_, nests)| {
                let second = nests.iter().skip(apart);
                nests.iter().zip(second).map(|(first, second)| (first.root, second.root))
            })
        })
    }
}

#[salsa::tracked(returns(ref), no_eq)]
pub fn nest_facts<'db>(db: &'db dyn salsa::Database, op: IsolatedOp<'db>) -> Facts {
    takes_long(db);
    let ir = ir_of(db, op);
    let views = Views::of(ir);
    let blocks = nests(ir, &views);
    let memory = memory(db, op).clone();
    let mut relations = Relations::default();
    for (block, _) in &blocks {
        relations.extend(ir, &views, subscripts(db, op), ir.blocks[*block].ops.iter().copied());
    }
    let all = blocks.iter().enumerate().flat_map(|(block, (_, nests))| {
        nests.iter().enumerate().map(move |(index, nest)| (nest.root, (block, index)))
    });
    let places = all.collect();
    Facts { memory, views, blocks, relations, places }
}
