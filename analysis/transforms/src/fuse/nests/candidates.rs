//! Candidates for fusion: two `affine.for` of one block; the second reads memory that the
//! first writes.

use super::views::Views;
use ir::memory_effects::Effects;
use ir::{BlockId, Ir, OpId, OpKind, ValueId};
use polyhedral::memory::{Memory, Sharing};
use rustc_hash::FxHashSet;

/// An `affine.for` with all inside it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Nest {
    pub root: OpId,
    pub effects: Effects,
}

/// A producer, a consumer, and the code between them.
pub(crate) struct Candidate<'a> {
    pub producer: &'a Nest,
    pub consumer: &'a Nest,
    /// Operations of the block after the producer and before the consumer.
    pub between: &'a [OpId],
    /// The memrefs that the producer writes and the consumer reads, in the producer's order.
    pub shared: Vec<ValueId>,
    /// Writes of the producer and reads of the consumer through different values that may be the same memory.
    pub perhaps_shared: Option<(ValueId, ValueId)>,
}

/// The largest number of nests of one block that are looked at.
const MAX_NESTS: usize = 1000;

/// The nests of each block that has at least two.
pub(crate) fn nests(ir: &Ir, views: &Views) -> Vec<(BlockId, Vec<Nest>)> {
    let mut found = Vec::new();
    for (block, data) in ir.blocks.iter() {
        let loops: Vec<OpId> = data
            .ops
            .iter()
            .copied()
            .filter(|it| matches!(ir.ops[*it].kind, OpKind::For(_)))
            .take(MAX_NESTS)
            .collect();
        if loops.len() > 1 {
            let nests = loops.into_iter().map(|root| Nest { root, effects: effects(ir, views, root) });
            found.push((block, nests.collect()));
        }
    }
    found
}

/// The effects of an operation, with views replaced by their sources.
pub(crate) fn effects(ir: &Ir, views: &Views, op: OpId) -> Effects {
    let Effects { known, unknown } = Effects::of(ir, op);
    Effects { known: known.into_iter().map(|it| views.on_root(it)).collect(), unknown }
}

/// The two nests as producer and consumer; `None` where the second reads nothing that the first writes.
pub(crate) fn candidate<'a>(
    ir: &'a Ir,
    memory: &Memory,
    (block, producer, consumer): (BlockId, &'a Nest, &'a Nest),
) -> Option<Candidate<'a>> {
    let ops = &ir.blocks[block].ops;
    let mut shared = Vec::new();
    let mut perhaps_shared = None;
    let read = memrefs(consumer, false);
    for written in memrefs(producer, true) {
        for read in &read {
            match memory.sharing(written, *read) {
                Sharing::Same => shared.push(written),
                Sharing::Possible => perhaps_shared = Some((written, *read)),
                Sharing::None => {}
            }
        }
    }
    if shared.is_empty() && perhaps_shared.is_none() {
        return None;
    }
    let position = |nest: &Nest| ir.position_in_block(nest.root);
    let between = ops.get(position(producer)? + 1..position(consumer)?)?;
    Some(Candidate { producer, consumer, between, shared, perhaps_shared })
}

/// The memrefs that a nest writes, or those that it reads, each once.
fn memrefs(nest: &Nest, writes: bool) -> Vec<ValueId> {
    let mut seen = FxHashSet::default();
    let effects = nest.effects.known.iter().filter(|it| it.writes == writes);
    effects.map(|it| it.memref).filter(|it| seen.insert(*it)).collect()
}
