//! The fusions that are recommended in one isolated op, pair by pair. A result from an earlier text holds as
//! long as everything that it depends on is the same.

use super::choice::{Choice, choose};
use super::legality::readers;
use super::pair::{judged_slice, may_be_chosen};
use crate::fuse::nests::candidates::Nest;
use crate::fuse::nests::facts::{Facts, nest_facts};
use crate::fuse::nests::judged::charge;
use base::earlier::{Answers, earlier, keep};
use base::isolated_op::IsolatedOp;
use base::source_file::Settings;
use ir::{BlockId, Ir, OpId, ValueId, ir_of, value_name};
use polyhedral::fingerprints::{Fingerprint, Fingerprints, combined, fingerprints};
use presburger::Budget;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::sync::Arc;

/// A fusion that is recommended.
#[derive(Debug, Clone, PartialEq)]
pub struct Recommended {
    pub producer: OpId,
    pub consumer: OpId,
    pub found: Arc<Recommendation>,
}

#[derive(Debug, PartialEq)]
pub struct Recommendation {
    /// The names of the memrefs that the producer writes and the consumer reads.
    pub shared: Vec<String>,
    pub choice: Choice,
}

/// The facts about a pair.
#[derive(Clone)]
struct Decision {
    steps: u64,
    found: Option<Arc<Recommendation>>,
}

/// The recommended fusions that a budget is enough for, close pairs first; in the order of their
/// consumers and then of their producers.
pub fn recommended(
    db: &dyn salsa::Database,
    op: IsolatedOp<'_>,
    settings: &Settings,
    budget: &Budget<'_>,
) -> Vec<Recommended> {
    let facts = nest_facts(db, op);
    if facts.blocks.is_empty() {
        return Vec::new();
    }
    let known = earlier::<Answers<Decision>>(db, op.text(db)).filter(|it| it.hold(db, op, settings));
    let mut pairs = Pairs::new(ir_of(db, op), facts, fingerprints(db, op));
    let mut by_pair = FxHashMap::default();
    let mut found = Vec::new();
    for (producer, consumer) in facts.nearest_pairs() {
        if budget.is_spent() {
            break;
        }
        if !facts.may_hand_on((producer, consumer)) {
            charge(budget, 0);
            continue;
        }
        let fingerprint = pairs.fingerprint(producer, consumer);
        let earlier = fingerprint.and_then(|it| known.as_ref()?.by_content.get(&it));
        let decision = earlier.cloned().unwrap_or_else(|| decide(db, op, (producer, consumer), settings));
        charge(budget, decision.steps);
        found.extend(decision.found.clone().map(|found| Recommended { producer, consumer, found }));
        by_pair.extend(fingerprint.map(|it| (it, decision)));
    }
    keep(db, op.text(db), Arc::new(Answers::new(db, op, settings, by_pair)));
    found.sort_by_key(|it| (it.consumer, it.producer));
    found
}

fn decide(
    db: &dyn salsa::Database,
    op: IsolatedOp<'_>,
    (producer, consumer): (OpId, OpId),
    settings: &Settings,
) -> Decision {
    if let Err(steps) = may_be_chosen(db, op, (producer, consumer), settings) {
        return Decision { steps, found: None };
    }
    let judged = judged_slice(db, op, producer, consumer);
    let found = judged.found.as_ref().and_then(|pair| {
        let ir = ir_of(db, op);
        let shared = pair.shared.iter().map(|it| value_name(ir, *it)).collect();
        Some(Arc::new(Recommendation { shared, choice: choose(pair, settings)? }))
    });
    Decision { steps: judged.steps, found }
}

/// The largest number of nests that are told apart as readers of a memref.
const FEW: usize = 2;

/// The fingerprints of pairs of nests: of everything that decides whether one is fused into the other.
struct Pairs<'a> {
    ir: &'a Ir,
    facts: &'a Facts,
    fingerprints: &'a Fingerprints,
    blocks: FxHashMap<BlockId, Sums>,
    /// Per memref that nests of a block write: the operations of the block that may read it; `None` where others may, or
    /// more than a few do.
    readers: FxHashMap<(BlockId, ValueId), Option<SmallVec<[OpId; FEW]>>>,
}

impl<'a> Pairs<'a> {
    fn new(ir: &'a Ir, facts: &'a Facts, fingerprints: &'a Fingerprints) -> Self {
        Self { ir, facts, fingerprints, blocks: FxHashMap::default(), readers: FxHashMap::default() }
    }

    /// `None` where not all of it is known.
    fn fingerprint(&mut self, producer: OpId, consumer: OpId) -> Option<Fingerprint> {
        let (block, first, second) = self.facts.two(producer, consumer)?;
        let surroundings = self.fingerprints.surroundings(block)?;
        let places = (self.ir.position_in_block(producer)?, self.ir.position_in_block(consumer)?);
        let (ir, fingerprints) = (self.ir, self.fingerprints);
        let sums = self.blocks.entry(block).or_insert_with(|| Sums::of(ir, fingerprints, block));
        let between = sums.of_stretch(places.0 + 1, places.1)?;
        let is_read_by_both_alone = self.is_read_by_both_alone(block, first, second.root);
        Some(combined(&[
            surroundings,
            self.fingerprints.of(producer)?,
            self.fingerprints.of(consumer)?,
            between,
            u128::from(is_read_by_both_alone),
        ]))
    }

    /// Whether the producer's writes are read by the two nests alone, as [`super::legality`] asks.
    fn is_read_by_both_alone(&mut self, block: BlockId, producer: &Nest, consumer: OpId) -> bool {
        let (ir, facts) = (self.ir, self.facts);
        producer.effects.known.iter().filter(|it| it.writes).all(|effect| {
            let known = self.readers.entry((block, effect.memref));
            let readers = known.or_insert_with(|| readers_in(ir, facts, block, effect.memref));
            readers.as_ref().is_some_and(|it| it.iter().all(|it| *it == producer.root || *it == consumer))
        })
    }
}

/// The operations of a block in which a memref is read; `None` where it is read elsewhere, or in more than a few.
fn readers_in(ir: &Ir, facts: &Facts, block: BlockId, memref: ValueId) -> Option<SmallVec<[OpId; FEW]>> {
    let mut found = SmallVec::new();
    for reader in readers(ir, &facts.memory, memref)? {
        let around =
            std::iter::once(reader).chain(ir.ancestors(reader)).find(|it| ir.ops[*it].block == block)?;
        if !found.contains(&around) {
            if found.len() == FEW {
                return None;
            }
            found.push(around);
        }
    }
    Some(found)
}

/// Fingerprints of all stretches of a block's operations: polynomials in a fixed number over theirs.
struct Sums {
    /// Of the operations before each.
    before: Vec<Fingerprint>,
    /// The number of these without one.
    unknown: Vec<usize>,
    powers: Vec<Fingerprint>,
}

/// Odd, so that no operation is lost.
const FACTOR: Fingerprint = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835;

impl Sums {
    fn of(ir: &Ir, fingerprints: &Fingerprints, block: BlockId) -> Self {
        let ops = &ir.blocks[block].ops;
        let mut sums = Self { before: vec![0], unknown: vec![0], powers: vec![1] };
        let (mut sum, mut unknown, mut power) = (0 as Fingerprint, 0, 1 as Fingerprint);
        for op in ops {
            let own = fingerprints.of(*op);
            sum = sum.wrapping_mul(FACTOR).wrapping_add(own.unwrap_or(1));
            unknown += usize::from(own.is_none());
            power = power.wrapping_mul(FACTOR);
            sums.before.push(sum);
            sums.unknown.push(unknown);
            sums.powers.push(power);
        }
        sums
    }

    /// Of the operations from one on and before another; `None` where one of them has none.
    fn of_stretch(&self, from: usize, to: usize) -> Option<Fingerprint> {
        if self.unknown.get(from)? != self.unknown.get(to)? {
            return None;
        }
        let ahead = self.before.get(from)?.wrapping_mul(*self.powers.get(to.checked_sub(from)?)?);
        Some(combined(&[self.before.get(to)?.wrapping_sub(ahead), (to - from) as u128]))
    }
}
