//! A producer and a consumer: which slices of the producer may move into the consumer, in which form, and what they cost.

use super::cost;
use super::legality::{Decided, Legality};
use super::private_buffer::PrivateBuffer;
use super::slices::Slices;
use super::{Slice, chain, repetition};
use crate::fuse::nests::between::{Passing, blocked};
use crate::fuse::nests::candidates;
use crate::fuse::nests::candidates::{Candidate, Nest};
use crate::fuse::nests::facts::{Facts, nest_facts};
use crate::fuse::nests::judged::Judged;
use crate::fuse::nests::relations::Relations;
use crate::fuse::nests::unknown::unknown;
use crate::loop_offers::generic_op;
use crate::reason::Reason;
use base::at_once::takes_long;
use base::database::stop_if_cancelled;
use base::isolated_op::IsolatedOp;
use base::source_file::Settings;
use ir::value_name;
use ir::{Ir, OpId, ValueId, ir_of};
use presburger::Budget;

/// A producer and a consumer, with everything that is known about fusing them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Pair {
    pub producer: OpId,
    pub consumer: OpId,
    pub shared: Vec<ValueId>,
    pub source_cost: Option<u128>,
    pub destination_cost: Option<u128>,
    pub source_bytes: Option<u128>,
    pub destination_bytes: Option<u128>,
    pub source_write_bytes: Option<u128>,
    /// Deepest first.
    pub depths: Vec<Depth>,
    pub refused: Option<Reason>,
}

/// One depth of a pair.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Depth {
    pub slice: Slice,
    /// Each iteration of the producer runs exactly once.
    pub once: bool,
    /// Why the slice cannot replace the producer, writing to the producer's memref.
    pub moving: Option<Reason>,
    pub own: Option<PrivateBuffers>,
    /// Why there is no form with buffers of its own for a memref that the two nests share alone.
    pub no_buffer: Option<Reason>,
    pub fused_cost: Option<u128>,
    pub slice_write_bytes: Option<u128>,
}

/// A slice that writes buffers of its own, or, beside the producer, the producer's elements once more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PrivateBuffers {
    /// None: the slice writes the producer's memrefs.
    pub buffers: Vec<PrivateBuffer>,
    /// Other code needs the producer's writes.
    pub keeps_producer: bool,
}

impl PrivateBuffers {
    /// Elements of all buffers that are left.
    pub(crate) fn elements(&self) -> Option<u128> {
        let sizes = self.buffers.iter().filter(|it| it.forwarded.is_none()).map(PrivateBuffer::elements);
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

/// The budget for all questions about one pair.
const STEPS_PER_PAIR: u64 = 20_000_000;

/// Whether [`choose`](super::choice::choose) may recommend a depth, judged before slices are looked for;
/// else the steps that it took to see that it does not.
pub(crate) fn may_be_chosen<'db>(
    db: &'db dyn salsa::Database,
    op: IsolatedOp<'db>,
    (producer, consumer): (OpId, OpId),
    settings: &Settings,
) -> Result<(), u64> {
    let (ir, facts) = (ir_of(db, op), nest_facts(db, op));
    let candidate = candidate(ir, facts, (producer, consumer)).ok_or(0_u64)?;
    let is_generic = [producer, consumer].into_iter().any(|it| generic_op(ir, it).is_some());
    if is_generic || refusal(ir, &facts.relations, &candidate).is_some() {
        return Err(0);
    }
    if let (true, steps) = must_stay(db, op, producer, consumer) {
        return Err(steps);
    }
    let cost = |it: &Nest| cost::nest_cost(ir, it.root);
    let has_costs = cost(candidate.producer).is_some() && cost(candidate.consumer).is_some();
    // Where costs are known or do not matter, iterations may run again.
    if settings.maximal_fusion || has_costs {
        return Ok(());
    }
    match must_run_again(db, op, producer, consumer) {
        (true, steps) => Err(steps),
        (false, _) => Ok(()),
    }
}

/// Whether no slice replaces the producer, and the steps that it took to see that: the producer cannot pass the code
/// between the two, and others read its writes, so that a slice with buffers of its own does not replace it either.
#[salsa::tracked(returns(copy))]
fn must_stay<'db>(
    db: &'db dyn salsa::Database,
    op: IsolatedOp<'db>,
    producer: OpId,
    consumer: OpId,
) -> (bool, u64) {
    takes_long(db);
    is_certain(db, op, (producer, consumer), |it| {
        let blocked = || blocked_between(it.ir, it.facts, it.candidate, it.budget);
        Ok(!it.is_read_by_both_alone() && blocked().is_some())
    })
}

/// Whether something shows of the slices of a pair, and the steps that it took.
fn is_certain<'db>(
    db: &'db dyn salsa::Database,
    op: IsolatedOp<'db>,
    pair: (OpId, OpId),
    shows: impl FnOnce(&Legality<'_>) -> Decided<bool>,
) -> (bool, u64) {
    let (ir, facts) = (ir_of(db, op), nest_facts(db, op));
    let stop = stop_if_cancelled(db);
    let budget = Budget::new(STEPS_PER_PAIR).with_stop(&stop);
    let candidate = candidate(ir, facts, pair);
    let legality = candidate.as_ref().map(|candidate| Legality { ir, facts, candidate, budget: &budget });
    let is_certain = legality.is_some_and(|it| shows(&it).unwrap_or(false));
    (is_certain, budget.spent())
}

/// Why the producer cannot pass the code between the two.
fn blocked_between(ir: &Ir, facts: &Facts, candidate: &Candidate<'_>, budget: &Budget<'_>) -> Option<Reason> {
    let passes = |op: &OpId| blocked(ir, facts, candidate.producer, *op, Passing::First, budget);
    candidate.between.iter().find_map(passes)
}

/// Whether each slice of the producer that can be written runs iterations again, and the steps that it took.
#[salsa::tracked(returns(copy))]
fn must_run_again<'db>(
    db: &'db dyn salsa::Database,
    op: IsolatedOp<'db>,
    producer: OpId,
    consumer: OpId,
) -> (bool, u64) {
    takes_long(db);
    is_certain(db, op, (producer, consumer), |it| {
        Ok(repetition::is_certain(it.ir, it.facts, it.candidate, it.budget)? || !runs_once_somewhere(it)?)
    })
}

fn candidate<'a>(ir: &'a Ir, facts: &'a Facts, (producer, consumer): (OpId, OpId)) -> Option<Candidate<'a>> {
    candidates::candidate(ir, &facts.memory, facts.two(producer, consumer)?)
}

/// Whether the slice of some depth can be written and runs each iteration at one place at most.
fn runs_once_somewhere(legality: &Legality<'_>) -> Decided<bool> {
    let Legality { ir, facts, candidate, budget } = *legality;
    let chain = chain(ir, candidate);
    let mut slices = Slices::of(ir, &facts.relations, candidate, budget)?;
    for depth in (1..=chain.len()).rev() {
        let mut slice = slices.within(&chain[..depth])?;
        if legality.clamp(&mut slice)?.is_none() && legality.runs_once(&slice)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The facts about fusing two nests by slices; `None` if the second reads nothing that the first writes.
pub(crate) fn slice_pair<'db>(
    db: &'db dyn salsa::Database,
    op: IsolatedOp<'db>,
    producer: OpId,
    consumer: OpId,
) -> &'db Option<Pair> {
    &judged_slice(db, op, producer, consumer).found
}

#[salsa::tracked(returns(ref))]
pub fn judged_slice<'db>(
    db: &'db dyn salsa::Database,
    op: IsolatedOp<'db>,
    producer: OpId,
    consumer: OpId,
) -> Judged<Pair> {
    takes_long(db);
    let (ir, facts) = (ir_of(db, op), nest_facts(db, op));
    let stop = stop_if_cancelled(db);
    let budget = Budget::new(STEPS_PER_PAIR).with_stop(&stop);
    let found = candidate(ir, facts, (producer, consumer)).map(|it| pair(ir, facts, &it, &budget));
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
    let stays = blocked_between(ir, facts, candidate, budget);
    let legality = Legality { ir, facts, candidate, budget };
    let chain = chain(ir, candidate);
    let mut slices = Slices::of(ir, relations, candidate, budget);
    for depth in (1..=chain.len()).rev() {
        let slice = slices.as_mut().map_err(|it| *it).and_then(|it| it.within(&chain[..depth]));
        let Ok(mut slice) = slice else {
            pair.refused = Some(Reason::new("the exact test takes too long"));
            break;
        };
        let verdict = legality.judge(&mut slice, stays.as_ref());
        let moving = verdict.refused;
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
    fn own(&self, slice: &Slice, may_move: bool) -> Result<Option<PrivateBuffers>, Reason> {
        let keeps_producer = !self.is_read_by_both_alone();
        if keeps_producer && may_move {
            return Ok(None);
        }
        let too_long = |_| Reason::new("the exact test takes too long");
        let buffers = match self.own_buffers(slice).map_err(too_long)? {
            Ok(buffers) => buffers,
            Err(_) if !may_move && self.may_run_again(slice).map_err(too_long)? => {
                return Ok(Some(PrivateBuffers { buffers: Vec::new(), keeps_producer: true }));
            }
            Err(reason) => return Err(reason),
        };
        let own = PrivateBuffers { buffers, keeps_producer };
        let before: Option<u128> = own.buffers.iter().map(|it| self.elements(it.memref)).sum();
        let is_smaller = own.elements().is_some_and(|it| it < before.unwrap_or(u128::MAX));
        Ok((keeps_producer || !may_move || is_smaller).then_some(own))
    }

    fn elements(&self, memref: ValueId) -> Option<u128> {
        let dims = &self.ir.values[memref].ty.as_memref()?.dims;
        dims.iter().try_fold(1u128, |product, dim| product.checked_mul(u128::from((*dim)?)))
    }
}

/// The reason against fusing the two at any depth.
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
