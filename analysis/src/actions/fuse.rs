//! Producer-consumer fusion: the first of two loop nests moves into the second, as a slice that computes what one
//! iteration of the second's outer loops needs.
//!
//! [`pairs`] finds pairs of nests, slices, verdicts and costs once per isolated op, without positions; reports,
//! the hint and the light bulb read them, and [`rewrite`] writes the text when somebody takes an offer.

mod candidates;
mod choice;
mod cost;
mod legality;

mod offers;
mod refusals;
mod rewrite;
mod scene;
mod slice;
#[cfg(test)]
mod tests;

use super::{Lines, Reason};
pub(crate) use choice::{choose, percent};
pub(crate) use offers::offers;

use crate::function_report::{located, symbol_name, value_name};
use crate::ir::{Ir, OpId, ValueId, ir};
use crate::isolated_op::IsolatedOp;
use crate::memory_effects::{Effect, Effects, Memory, Sharing};
use crate::report::{BestDepth, FunctionFusion, FusionDepth, FusionPair};
use crate::source_file::{SettingsInput, SourceFile};
use candidates::{Candidate, Relations};
use choice::additional_compute;
use legality::Legality;
use presburger::Budget;
use rewrite::fusion_edits;
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

/// One depth of a pair.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Depth {
    slice: Slice,
    /// Each iteration of the producer runs exactly once.
    pub(crate) once: bool,
    pub(crate) refused: Option<Reason>,
    pub(crate) fused_cost: Option<u128>,
    pub(crate) slice_write_bytes: Option<u128>,
}

impl Depth {
    pub(crate) fn depth(&self) -> usize {
        self.slice.depth
    }
}

/// What the questions about one pair may cost together.
const STEPS_PER_PAIR: u64 = 20_000_000;

/// The pairs of an isolated op, by block, consumer and producer in text order.
#[salsa::tracked(returns(ref))]
pub(crate) fn pairs<'db>(db: &'db dyn salsa::Database, op: IsolatedOp<'db>) -> Vec<Pair> {
    let ir = ir(db, op);
    let blocks = candidates::nests(ir);
    if blocks.is_empty() {
        return Vec::new();
    }
    let memory = Memory::of(ir);
    let stop = || {
        db.unwind_if_revision_cancelled();
        false
    };
    let mut found = Vec::new();
    for (block, nests) in &blocks {
        let candidates = candidates::candidates(ir, &memory, *block, nests);
        if candidates.is_empty() {
            continue;
        }
        let relations = Relations::of(ir, ir.blocks[*block].ops.iter().copied());
        for candidate in &candidates {
            let budget = Budget::new(STEPS_PER_PAIR).with_stop(&stop);
            found.push(pair(ir, &memory, &relations, candidate, &budget));
        }
    }
    found
}

fn pair(
    ir: &Ir,
    memory: &Memory,
    relations: &Relations,
    candidate: &Candidate<'_>,
    budget: &Budget<'_>,
) -> Pair {
    let (producer, consumer) = (candidate.producer, candidate.consumer);
    let refused = refusal(ir, memory, relations, candidate, budget);
    let footprint = |it: &candidates::Nest| cost::footprint(ir, relations, it.effects.known.iter(), budget);
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
        refused,
    };
    if pair.refused.is_some() {
        return pair;
    }
    let legality = Legality { ir, memory, relations, candidate, budget };
    let chain = slice::chain(ir, candidate);
    for depth in (1..=chain.len()).rev() {
        let Ok(mut slice) = slice::slice(ir, relations, candidate, &chain[..depth], budget) else {
            pair.refused = Some(Reason::new("the exact test takes too long"));
            break;
        };
        let verdict = legality.judge(&mut slice);
        pair.depths.push(Depth {
            once: verdict.once,
            refused: verdict.refused,
            fused_cost: cost::fused_cost(ir, candidate, &slice),
            slice_write_bytes: cost::slice_write_bytes(&legality, &slice),
            slice,
        });
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

/// What forbids fusing the two at any depth.
fn refusal(
    ir: &Ir,
    memory: &Memory,
    relations: &Relations,
    candidate: &Candidate<'_>,
    budget: &Budget<'_>,
) -> Option<Reason> {
    let name = |op: OpId| &ir.ops[op].name;
    for nest in [candidate.producer, candidate.consumer] {
        if let Some(op) = nest.effects.unknown.first() {
            let place = ir.ops[*op].name_pointer;
            let text = format!("`{}`", name(*op));
            return Some(
                Reason::new(text)
                    .line(place)
                    .text(" may read or write anything")
                    .related(place, "its effects on memory are not known"),
            );
        }
        if let Some(effect) = nest.effects.known.iter().find(|it| relations.get(it.op).is_none()) {
            let place = ir.ops[effect.op].name_pointer;
            return Some(
                Reason::new(format!("the iterations of `{}`", name(effect.op)))
                    .line(place)
                    .text(" are not affine")
                    .related(place, "its iterations are not known"),
            );
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
    if let Some((written, read)) = candidate.perhaps_shared {
        let (written, read) = (value_name(ir, written), value_name(ir, read));
        return Some(Reason::new(format!(
            "`{written}`, which the producer writes, and `{read}`, which the consumer reads, may be the same memory"
        )));
    }
    candidate.between.iter().find_map(|op| between(ir, memory, relations, candidate, *op, budget))
}

/// Why the producer cannot move past an operation.
fn between(
    ir: &Ir,
    memory: &Memory,
    relations: &Relations,
    candidate: &Candidate<'_>,
    op: OpId,
    budget: &Budget<'_>,
) -> Option<Reason> {
    let effects = Effects::of(ir, op);
    let producer = &candidate.producer.effects.known;
    if let Some(unknown) = effects.unknown.first() {
        let data = &ir.ops[*unknown];
        let takes = |memref: ValueId| {
            data.operands
                .iter()
                .filter_map(|it| it.value)
                .any(|it| memory.sharing(it, memref) != Sharing::None)
        };
        let touched =
            producer.iter().find(|it| takes(it.memref) || memory.private_users(ir, it.memref).is_none());
        if let Some(touched) = touched {
            let memref = value_name(ir, touched.memref);
            return Some(
                Reason::new(format!("`{}`", data.name))
                    .line(data.name_pointer)
                    .text(format!(" stands between the two and may read or write `{memref}`"))
                    .related(data.name_pointer, "its effects on memory are not known"),
            );
        }
    }
    for a in producer {
        for b in &effects.known {
            if conflicts(ir, memory, relations, candidate, a, b, budget) {
                let (first, second) = (ir.ops[a.op].name_pointer, ir.ops[b.op].name_pointer);
                let kind = match (a.writes, b.writes) {
                    (true, true) => "WAW",
                    (true, false) => "RAW",
                    _ => "WAR",
                };
                let names = (value_name(ir, a.memref), value_name(ir, b.memref));
                return Some(
                    Reason::new(format!("`{} {}`", ir.ops[b.op].name, names.1))
                        .line(second)
                        .text(format!(
                            " stands between the two and depends on `{} {}`",
                            ir.ops[a.op].name, names.0
                        ))
                        .line(first)
                        .text(format!(" ({kind})"))
                        .related(first, format!("source of the {kind} dependence"))
                        .related(second, format!("sink of the {kind} dependence")),
                );
            }
        }
    }
    None
}

/// Whether an effect of the producer and one outside may touch the same element, one of them writing.
fn conflicts(
    ir: &Ir,
    memory: &Memory,
    relations: &Relations,
    candidate: &Candidate<'_>,
    a: &Effect,
    b: &Effect,
    budget: &Budget<'_>,
) -> bool {
    let sharing = memory.sharing(a.memref, b.memref);
    if sharing == Sharing::None || !(a.writes || b.writes) {
        return false;
    }
    let (Some(left), Some(right)) = (relations.get(a.op), relations.get(b.op)) else { return true };
    left.pieces.iter().flat_map(|a| right.pieces.iter().map(move |b| (a, b))).any(|(a, b)| {
        let mut scene = scene::Scene::default();
        let around = |op: OpId| {
            ir.blocks[ir.ops[candidate.producer.root].block].ops.iter().any(|root| ir.is_within(op, *root))
        };
        let copy = |copy: scene::Copy| {
            move |it: crate::dependence::LoopDim| if around(it.op) { copy } else { scene::Copy::Outside }
        };
        let a = scene.add(left, a, &copy(scene::Copy::Source));
        let b = scene.add(right, b, &copy(scene::Copy::Sink));
        if sharing == Sharing::Same {
            scene.equate(&a, &b);
        }
        !scene.is_empty(budget).unwrap_or(false)
    })
}

/// Producer and consumer pairs of a file, per function.
pub(crate) fn function_fusion(db: &dyn salsa::Database, file: SourceFile) -> Vec<FunctionFusion> {
    let tolerance = SettingsInput::get(db).settings(db).compute_tolerance;
    let text = file.parse(db).text();
    let lines = Lines(&text);
    located(db, file)
        .map(|(op, starts)| {
            let ir = ir(db, op);
            let range = |op: OpId| starts.range(ir.ops[op].name_pointer);
            let pairs = pairs(db, op)
                .iter()
                .map(|pair| FusionPair {
                    producer: range(pair.producer),
                    consumer: range(pair.consumer),
                    memrefs: pair.shared.iter().map(|it| value_name(ir, *it)).collect(),
                    source_cost: pair.source_cost,
                    destination_cost: pair.destination_cost,
                    source_bytes: pair.source_bytes,
                    destination_bytes: pair.destination_bytes,
                    source_write_bytes: pair.source_write_bytes,
                    depths: pair
                        .depths
                        .iter()
                        .map(|depth| FusionDepth {
                            depth: depth.depth(),
                            refused: depth.refused.as_ref().map(|it| it.render(&starts, &lines)),
                            additional_compute: additional_compute(pair, depth),
                            fused_cost: depth.fused_cost,
                            slice_write_bytes: depth.slice_write_bytes,
                            storage_reduction_factor: choice::storage_reduction_factor(pair, depth),
                        })
                        .collect(),
                    best: choose(pair, tolerance).map(|choice| BestDepth {
                        depth: choice.depth,
                        fused_bytes: choice.fused_bytes,
                        slice_bytes: choice.slice_bytes,
                        storage_reduction: choice.storage_reduction,
                        reason: choice.reason,
                    }),
                    refused: pair.refused.as_ref().map(|it| it.render(&starts, &lines)),
                })
                .collect();
            FunctionFusion { name: symbol_name(db, op), pairs }
        })
        .filter(|it| !it.name.is_empty() || !it.pairs.is_empty())
        .collect()
}
