//! Facts that every question about the nests of one isolated op needs, computed once.

use super::candidates::{Nest, nests};
use super::relations::Relations;
use super::views::Views;
use base::at_once::takes_long;
use base::isolated_op::IsolatedOp;
use ir::memory_effects::Effect;
use ir::{BlockId, OpId, ValueId, meaning_of};
use polyhedral::dependence::subscripts::subscripts;
use polyhedral::memory::{Memory, Sharing, classes, memory};
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
    /// Of each nest, by its loop.
    touched: FxHashMap<OpId, Touched>,
}

/// The classes of memory that a nest reads and writes, which share nothing with each other: bit by bit, and where there are
/// more than bits, several have one.
#[derive(Clone, Copy, Default)]
struct Touched {
    reads: u64,
    writes: u64,
}

impl Facts {
    /// The nests of a block, by their loops.
    pub(crate) fn two(&self, first: OpId, second: OpId) -> Option<(BlockId, &Nest, &Nest)> {
        let ((in_block, first), (other, second)) = (self.places.get(&first)?, self.places.get(&second)?);
        let (block, nests) = self.blocks.get(*in_block).filter(|_| in_block == other)?;
        Some((*block, nests.get(*first)?, nests.get(*second)?))
    }

    /// Whether a nest may read memory that another one writes: quickly known, and not for certain.
    pub(crate) fn may_hand_on(&self, (writer, reader): (OpId, OpId)) -> bool {
        let of = |nest| self.touched.get(&nest).copied().unwrap_or_default();
        of(writer).writes & of(reader).reads != 0
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
    let ir = meaning_of(db, op);
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
    let touched = touched(&memory, blocks.iter().flat_map(|it| &it.1));
    Facts { memory, views, blocks, relations, places, touched }
}

fn touched<'a>(memory: &Memory, nests: impl Iterator<Item = &'a Nest> + Clone) -> FxHashMap<OpId, Touched> {
    let effects =
        || nests.clone().flat_map(|it| it.effects.known.iter().map(move |effect| (it.root, effect)));
    let mut touched: FxHashMap<OpId, Touched> = FxHashMap::default();
    let classes = classes(effects().map(|it| memory.origins(it.1.memref)));
    let mut of_memref: FxHashMap<ValueId, usize> = FxHashMap::default();
    for ((nest, effect), class) in effects().zip(classes) {
        // One memref is one, whether it is known what it refers to or not.
        let class = *of_memref.entry(effect.memref).or_insert(class);
        let bit = 1 << (class % 64);
        let touched = touched.entry(nest).or_default();
        *(if effect.writes { &mut touched.writes } else { &mut touched.reads }) |= bit;
    }
    touched
}

#[cfg(test)]
mod tests {
    use super::nest_facts;
    use crate::fuse::nests::candidates::candidate;
    use base::isolated_op::isolated_ops;
    use base::workspace::Workspace;
    use ir::ir_of;
    use std::path::Path;

    #[test]
    fn all_that_one_nest_reads_of_another_is_handed_on() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let folders =
            ["examples", "tests/differential/kernels"].map(|it| std::fs::read_dir(root.join(it)).unwrap());
        let (mut candidates, mut others) = (0, 0);
        for entry in folders.into_iter().flatten().flatten() {
            let Ok(text) = std::fs::read_to_string(entry.path()) else { continue };
            let mut workspace = Workspace::default();
            let (file, db) = (workspace.add_file(&text), &workspace.db);
            for op in isolated_ops(db, file) {
                let (ir, facts) = (ir_of(db, *op), nest_facts(db, *op));
                for pair in facts.all_pairs() {
                    let is_candidate =
                        candidate(ir, &facts.memory, facts.two(pair.0, pair.1).unwrap()).is_some();
                    assert!(!is_candidate || facts.may_hand_on(pair), "{}", entry.path().display());
                    candidates += usize::from(is_candidate);
                    others += usize::from(!facts.may_hand_on(pair));
                }
            }
        }
        assert!(candidates > 20 && others > 5, "{candidates} {others}");
    }
}
