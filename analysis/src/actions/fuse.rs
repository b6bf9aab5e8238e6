//! Fusion of two loop nests of one block.
//!
//! A producer moves into its consumer, as a slice that computes what one iteration of the consumer's outer loops
//! needs ([`slice_pair`]), or two nests run iteration by iteration, one perhaps delayed ([`merge`]).
//!
//! Slices, verdicts and costs are found once per pair of nests, without positions; reports, the hint and the light
//! bulb read them, and the rewrites write the text when somebody takes an offer.

mod again;
mod between;
mod buffer_rewrite;
mod candidates;
mod carried;
mod choice;
mod cost;
mod coverage;
mod facts;
mod fix_all;
mod joint_system;
mod legality;
mod levels;
mod merge;
mod merge_offers;
mod merge_rewrite;
mod offers;
mod own_buffer;
mod places;
mod refusals;
mod report;
mod rewrite;
mod shift;
mod shift_rewrite;
mod slice;
#[cfg(test)]
mod tests;
mod views;

pub(crate) use choice::{choose, percent};
pub(super) use fix_all::find as fix_all;
pub(crate) use fix_all::{KIND as FIX_ALL, edits as fix_all_edits};
pub(crate) use offers::{KIND, offers};
pub(crate) use report::function_fusion;

use super::{Reason, magnitude};
use crate::database::stop_if_cancelled;
use crate::dependence::varies_inside;
use crate::function_report::value_name;
use crate::ir::{Ir, OpId, ValueId, ir};
use crate::isolated_op::IsolatedOp;
use between::{Passing, blocked};
use candidates::{Candidate, Nest, Relations};
use facts::{Facts, nest_facts};
use legality::Legality;
use own_buffer::OwnBuffer;
use presburger::Budget;
use slice::Slice;

/// A producer and a consumer, with everything that is known about fusing them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Pair {
    pub(crate) producer: OpId,
    pub(crate) consumer: OpId,
    pub(crate) shared: Vec<ValueId>,
    pub(crate) source_cost: Option<u128>,
    pub(crate) destination_cost: Option<u128>,
    pub(crate) source_bytes: Option<u128>,
    pub(crate) destination_bytes: Option<u128>,
    pub(crate) source_write_bytes: Option<u128>,
    /// Deepest first.
    pub(crate) depths: Vec<Depth>,
    pub(crate) refused: Option<Reason>,
}

/// What is known about two nests, and the steps that it has taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Judged<T> {
    found: Option<T>,
    steps: u64,
}

/// One depth of a pair.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Depth {
    slice: Slice,
    /// Each iteration of the producer runs exactly once.
    pub(crate) once: bool,
    /// Why the slice cannot stand in the producer's stead, writing what the producer writes.
    pub(crate) moving: Option<Reason>,
    pub(crate) own: Option<Own>,
    /// Why there is no form with buffers of its own for a memref that is made for the two nests.
    pub(crate) no_buffer: Option<Reason>,
    pub(crate) fused_cost: Option<u128>,
    pub(crate) slice_write_bytes: Option<u128>,
}

/// A slice that writes buffers of its own, or, beside the producer, what the producer has written once more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Own {
    /// None: the slice writes the producer's memrefs.
    buffers: Vec<OwnBuffer>,
    /// Somebody else needs what the producer writes.
    pub(crate) keeps_producer: bool,
}

impl Own {
    /// Elements of all buffers that are left.
    pub(crate) fn elements(&self) -> Option<u128> {
        let sizes = self.buffers.iter().filter(|it| it.forwarded.is_none()).map(OwnBuffer::elements);
        sizes.sum()
    }
}

impl Depth {
    pub(crate) fn depth(&self) -> usize {
        self.slice.depth
    }

    /// Why there is no form of the fusion at this depth.
    pub(crate) fn refused(&self) -> Option<&Reason> {
        self.moving.as_ref().filter(|_| self.own.is_none())
    }

    /// Whether the producer is used up in some form.
    pub(crate) fn replaces_producer(&self) -> bool {
        self.moving.is_none() || self.own.as_ref().is_some_and(|it| !it.keeps_producer)
    }
}

/// What the questions about one pair may cost together.
const STEPS_PER_PAIR: u64 = 20_000_000;

/// What it costs to see that there is no question about two nests.
const STEPS_WITHOUT_QUESTION: u64 = 1_000;

/// The pairs of an isolated op that a budget is enough for, those that stand close together first; in the order of their
/// consumers and then of their producers.
pub(crate) fn near_pairs<'db>(
    db: &'db dyn salsa::Database,
    op: IsolatedOp<'db>,
    budget: &Budget<'_>,
) -> Vec<&'db Pair> {
    let mut found = Vec::new();
    for (producer, consumer) in nest_facts(db, op).nearest_pairs() {
        if budget.is_spent() {
            break;
        }
        let judged = judged_slice(db, op, producer, consumer);
        charge(budget, judged.steps);
        found.extend(&judged.found);
    }
    found.sort_by_key(|it| (it.consumer, it.producer));
    found
}

/// Takes the steps of a pair from a budget; what was too much for it is known all the same.
fn charge(budget: &Budget<'_>, steps: u64) {
    let _is_enough = budget.spend(steps.saturating_add(STEPS_WITHOUT_QUESTION)).is_ok();
}

/// What is known about fusing two nests by slices; `None` where the second reads nothing that the first writes.
pub(crate) fn slice_pair<'db>(
    db: &'db dyn salsa::Database,
    op: IsolatedOp<'db>,
    producer: OpId,
    consumer: OpId,
) -> &'db Option<Pair> {
    &judged_slice(db, op, producer, consumer).found
}

#[salsa::tracked(returns(ref))]
fn judged_slice<'db>(
    db: &'db dyn salsa::Database,
    op: IsolatedOp<'db>,
    producer: OpId,
    consumer: OpId,
) -> Judged<Pair> {
    let (ir, facts) = (ir(db, op), nest_facts(db, op));
    let stop = stop_if_cancelled(db);
    let budget = Budget::new(STEPS_PER_PAIR).with_stop(&stop);
    let two = facts.two(producer, consumer);
    let candidate = two.and_then(|it| candidates::candidate(ir, &facts.memory, it));
    let found = candidate.map(|it| pair(ir, facts, &it, &budget));
    Judged { found, steps: budget.spent() }
}

fn pair(ir: &Ir, facts: &Facts, candidate: &Candidate<'_>, budget: &Budget<'_>) -> Pair {
    let (producer, consumer) = (candidate.producer, candidate.consumer);
    let relations = &facts.relations;
    let footprint = |it: &Nest| cost::footprint(ir, relations, it.effects.known.iter(), budget);
    let mut pair = Pair {
        producer: producer.root,
        consumer: consumer.root,
        shared: candidate.shared.clone(),
        source_cost: cost::nest_cost(ir, producer.root),
        destination_cost: cost::nest_cost(ir, consumer.root),
        source_bytes: footprint(producer),
        destination_bytes: footprint(consumer),
        source_write_bytes: cost::source_write_bytes(ir, relations, candidate, budget),
        depths: Vec::new(),
        refused: refusal(ir, relations, candidate),
    };
    if pair.refused.is_some() {
        return pair;
    }
    let passes = |op: &OpId| blocked(ir, facts, producer, *op, Passing::First, budget);
    let stays = candidate.between.iter().find_map(passes);
    let legality = Legality { ir, facts, candidate, budget };
    let chain = slice::chain(ir, candidate);
    for depth in (1..=chain.len()).rev() {
        let Ok(mut slice) = slice::slice(ir, relations, candidate, &chain[..depth], budget) else {
            pair.refused = Some(Reason::new("the exact test takes too long"));
            break;
        };
        let verdict = legality.judge(&mut slice);
        let moving = stays.clone().or(verdict.refused);
        let may_move = moving.is_none();
        let own = if verdict.is_slice { legality.own(&slice, may_move) } else { Ok(None) };
        let (own, no_buffer) = own.map_or_else(|reason| (None, Some(reason)), |it| (it, None));
        pair.depths.push(Depth {
            once: verdict.once,
            moving,
            own,
            no_buffer: no_buffer.filter(|_| may_move),
            fused_cost: cost::fused_cost(ir, candidate, &slice),
            slice_write_bytes: cost::slice_write_bytes(&legality, &slice),
            slice,
        });
    }
    if let Some(stays) = stays
        && pair.depths.iter().all(|it| it.own.is_none())
    {
        pair.refused = Some(stays);
        pair.depths.clear();
    }
    if pair.depths.is_empty() && pair.refused.is_none() {
        let place = ir.ops[consumer.root].name_pointer;
        pair.refused = Some(
            Reason::new("no loop of the consumer is around all of its accesses to the shared memref")
                .related(place, "the consumer"),
        );
    }
    pair
}

impl Legality<'_> {
    /// The form with buffers of the slice's own, or beside the producer, where it is of use, or why a memref that only
    /// the two nests use cannot have it.
    fn own(&self, slice: &Slice, may_move: bool) -> Result<Option<Own>, Reason> {
        let keeps_producer = !self.is_read_by_both_alone();
        if keeps_producer && may_move {
            return Ok(None);
        }
        let too_long = |_| Reason::new("the exact test takes too long");
        let buffers = match self.own_buffers(slice).map_err(too_long)? {
            Ok(buffers) => buffers,
            Err(_) if !may_move && self.may_run_again(slice).map_err(too_long)? => {
                return Ok(Some(Own { buffers: Vec::new(), keeps_producer: true }));
            }
            Err(reason) => return Err(reason),
        };
        let own = Own { buffers, keeps_producer };
        let before: Option<u128> = own.buffers.iter().map(|it| self.elements(it.memref)).sum();
        let is_smaller = own.elements().is_some_and(|it| it < before.unwrap_or(u128::MAX));
        Ok((keeps_producer || !may_move || is_smaller).then_some(own))
    }

    fn elements(&self, memref: ValueId) -> Option<u128> {
        let dims = &self.ir.values[memref].ty.as_memref()?.dims;
        dims.iter().try_fold(1u128, |product, dim| product.checked_mul(u128::from((*dim)?)))
    }
}

/// What forbids fusing the two at any depth.
fn refusal(ir: &Ir, relations: &Relations, candidate: &Candidate<'_>) -> Option<Reason> {
    for nest in [candidate.producer, candidate.consumer] {
        if let Some(reason) = unknown(ir, nest, relations) {
            return Some(reason);
        }
    }
    let producer = candidate.producer.root;
    if !ir.ops[producer].results.is_empty() {
        let place = ir.ops[producer].name_pointer;
        return Some(
            Reason::new("the producer")
                .line(place)
                .text(" has results of its own")
                .related(place, "this loop carries values"),
        );
    }
    let (written, read) = candidate.perhaps_shared?;
    let (written, read) = (value_name(ir, written), value_name(ir, read));
    Some(Reason::new(format!(
        "`{written}`, which the producer writes, and `{read}`, which the consumer reads, may be the same memory"
    )))
}

/// What is not known about a nest.
fn unknown(ir: &Ir, nest: &Nest, relations: &Relations) -> Option<Reason> {
    if let Some(op) = nest.effects.unknown.first() {
        let place = ir.ops[*op].name_pointer;
        return Some(
            Reason::new(format!("`{}`", ir.ops[*op].name))
                .line(place)
                .text(" may read or write anything")
                .related(place, "its effects on memory are not known"),
        );
    }
    if let Some(reason) = magnitude::refusal(ir, nest.root) {
        return Some(reason);
    }
    if let Some(effect) = nest.effects.known.iter().find(|it| varies_inside(ir, it.memref, nest.root)) {
        let place = ir.ops[effect.op].name_pointer;
        return Some(
            Reason::new(format!("`{} {}`", ir.ops[effect.op].name, value_name(ir, effect.memref)))
                .line(place)
                .text(" may touch other memory in each iteration")
                .related(place, "its memref is another one in each iteration"),
        );
    }
    let effect = nest.effects.known.iter().find(|it| relations.get(it.op).is_none())?;
    let place = ir.ops[effect.op].name_pointer;
    Some(
        Reason::new(format!("the iterations of `{}`", ir.ops[effect.op].name))
            .line(place)
            .text(" are not affine")
            .related(place, "its iterations are not known"),
    )
}
