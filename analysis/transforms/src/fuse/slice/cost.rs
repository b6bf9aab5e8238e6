//! The costs and savings of a fusion, in the terms of MLIR's fusion pass: executed operations, and bytes of the regions
//! that are touched.

use super::legality::Legality;
use super::{Bounds, Slice, execution_within, loop_body_start, loops_of};
use crate::fuse::nests::candidates::Candidate;
use crate::fuse::nests::joint_system::{Execution, JointSystem};
use crate::fuse::nests::relations::Relations;
use ir::memory_effects::{Effect, subtree};
use ir::types::Type;
use ir::{Ir, OpId, OpKind, ValueId};
use polyhedral::dependence::Linear;
use polyhedral::loops::trip_count::{constant_span, constant_trip_count};
use presburger::{Budget, Integer, Optimum};
use rustc_hash::FxHashMap;

/// Executed operations of a nest: `cost(loop) = trip * (operations of the body + sum of cost(inner loop))`.
///
/// Operations count if they are directly in the body and are not a terminator, loop or condition. `None` if a
/// trip count is not constant or the number does not fit.
struct Count<'a> {
    ir: &'a Ir,
    /// Instead of the trip counts of loops.
    trips: FxHashMap<OpId, u128>,
    /// Operations to add to the bodies of loops.
    extra: FxHashMap<OpId, i128>,
}

impl<'a> Count<'a> {
    fn of(ir: &'a Ir) -> Self {
        Self { ir, trips: FxHashMap::default(), extra: FxHashMap::default() }
    }

    fn cost(&self, root: OpId) -> Option<u128> {
        // Loops inside out: those later in the text are inside or beside.
        let loops = loops_of(self.ir, root);
        let mut costs: FxHashMap<OpId, i128> = FxHashMap::default();
        for loop_ in loops.iter().rev() {
            let OpKind::For(header) = &self.ir.ops[*loop_].kind else { return None };
            let trip = match self.trips.get(loop_) {
                Some(trip) => *trip,
                None => u128::from(constant_trip_count(self.ir, *loop_, header)?),
            };
            let body = self.ir.body(*loop_)?;
            let mut operations = self.extra.get(loop_).copied().unwrap_or(0);
            for op in &self.ir.blocks[body].ops {
                let data = &self.ir.ops[*op];
                let counts = !matches!(data.kind, OpKind::For(_) | OpKind::If(_) | OpKind::Yield);
                operations = operations.checked_add(i128::from(counts))?;
            }
            let inner = loops.iter().filter(|it| self.loop_around(**it) == Some(*loop_));
            for cost in inner.filter_map(|it| costs.get(it)) {
                operations = operations.checked_add(*cost)?;
            }
            costs.insert(*loop_, i128::try_from(trip).ok()?.checked_mul(operations)?);
        }
        u128::try_from(costs.remove(&root)?).ok()
    }

    fn loop_around(&self, op: OpId) -> Option<OpId> {
        self.ir.ancestors(op).find(|it| matches!(self.ir.ops[*it].kind, OpKind::For(_)))
    }
}

pub(crate) fn nest_cost(ir: &Ir, root: OpId) -> Option<u128> {
    Count::of(ir).cost(root)
}

/// The cost of the consumer with the slice in it.
pub(crate) fn fused_cost(ir: &Ir, candidate: &Candidate<'_>, slice: &Slice) -> Option<u128> {
    let mut count = Count::of(ir);
    let mut iterations: u128 = 1;
    for (loop_, bounds) in &slice.loops {
        let OpKind::For(header) = &ir.ops[*loop_].kind else { return None };
        let trip = match bounds {
            Bounds::Full => u128::from(constant_span(ir, *loop_, header)?),
            Bounds::Window(window) => u128::try_from(window.width().to_i64()?).ok()?,
        };
        iterations = iterations.checked_mul(trip)?;
        count.trips.insert(*loop_, trip);
    }
    let slice_cost = i128::try_from(count.cost(candidate.producer.root)?).ok()?;
    let receiver = *slice.chain.last()?;
    let mut count = Count::of(ir);
    if iterations == 1 {
        // A value stored in one iteration is forwarded to the loads in loops inside the receiving one.
        for op in subtree(ir, receiver) {
            let Some(parent) = ir.parent_op(op).filter(|it| *it != receiver && op != receiver) else {
                continue;
            };
            let forwarded = candidate.consumer.effects.known.iter().any(|effect| {
                effect.op == op && !effect.writes && writes(candidate).any(|it| it.memref == effect.memref)
            });
            if forwarded && matches!(ir.ops[parent].kind, OpKind::For(_)) {
                *count.extra.entry(parent).or_default() -= 1;
            }
        }
    }
    *count.extra.entry(receiver).or_default() += slice_cost;
    count.cost(candidate.consumer.root)
}

fn writes<'a>(candidate: &'a Candidate<'_>) -> impl Iterator<Item = &'a Effect> {
    candidate.producer.effects.known.iter().filter(|it| it.writes)
}

/// Bytes of the bounding boxes of regions of memrefs.
#[derive(Default)]
struct Regions(Vec<(ValueId, Vec<(Integer, Integer)>)>);

impl Regions {
    /// Adds the elements that the subscripts reach in a joint; `None` if they are not known.
    fn add(
        &mut self,
        ir: &Ir,
        memref: ValueId,
        joint: &JointSystem,
        subscripts: &[Linear],
        budget: &Budget<'_>,
    ) -> Option<()> {
        let dims = &ir.values[memref].ty.as_memref()?.dims;
        let mut found = Vec::with_capacity(dims.len());
        for (index, dim) in dims.iter().enumerate() {
            let whole = dim.and_then(|it| i64::try_from(it).ok()).map(Integer::from);
            let last = whole.map(|it| &it - &Integer::from(1));
            let (least, greatest) = match subscripts.get(index) {
                Some(form) => joint.extent(form, budget).ok()?,
                None => (Optimum::Unbounded, Optimum::Unbounded),
            };
            if least == Optimum::Empty {
                return Some(());
            }
            let zero = Integer::from(0);
            let least = least.value().map_or(zero.clone(), |it| it.clone().max(zero));
            let greatest = match (greatest.value().cloned(), last) {
                (Some(greatest), Some(last)) => greatest.min(last),
                (Some(greatest), None) => greatest,
                (None, last) => last?,
            };
            found.push((least, greatest));
        }
        match self.0.iter_mut().find(|it| it.0 == memref) {
            None => self.0.push((memref, found)),
            Some((_, known)) => {
                for (known, found) in known.iter_mut().zip(found) {
                    known.0 = known.0.clone().min(found.0);
                    known.1 = known.1.clone().max(found.1);
                }
            }
        }
        Some(())
    }

    fn bytes(&self, ir: &Ir) -> Option<u128> {
        let mut sum: u128 = 0;
        for (memref, region) in &self.0 {
            let Type::MemRef(ty) = &ir.values[*memref].ty else { return None };
            let mut bytes = u128::from(ty.element.size_in_bytes()?);
            for (least, greatest) in region {
                let extent = (&(greatest - least) + &Integer::from(1)).to_i64()?;
                bytes = bytes.checked_mul(u128::try_from(extent).ok()?)?;
            }
            sum = sum.checked_add(bytes)?;
        }
        Some(sum)
    }
}

/// Bytes of the bounding boxes of everything that the effects touch.
pub(crate) fn footprint<'a>(
    ir: &Ir,
    relations: &Relations,
    effects: impl Iterator<Item = &'a Effect>,
    budget: &Budget<'_>,
) -> Option<u128> {
    let mut regions = Regions::default();
    for effect in effects {
        let relation = relations.get(effect.op)?;
        for piece in &relation.pieces {
            let mut joint = JointSystem::default();
            let subscripts = joint.add(relation, piece, &|_| Execution::Source);
            regions.add(ir, effect.memref, &joint, &subscripts, budget)?;
        }
    }
    regions.bytes(ir)
}

/// Bytes of the region of the shared memrefs that the slices write in all of the consumer's iterations.
pub(crate) fn slice_write_bytes(legality: &Legality<'_>, slice: &Slice) -> Option<u128> {
    let (ir, candidate) = (legality.ir, legality.candidate);
    let relations = &legality.facts.relations;
    let place = relations.get(loop_body_start(ir, *slice.chain.last()?))?;
    let mut regions = Regions::default();
    for effect in writes(candidate).filter(|it| candidate.shared.contains(&it.memref)) {
        let relation = relations.get(effect.op)?;
        for (piece, place_piece) in
            relation.pieces.iter().flat_map(|a| place.pieces.iter().map(move |b| (a, b)))
        {
            let mut joint = JointSystem::default();
            let source = execution_within(ir, candidate.producer.root, Execution::Source);
            let subscripts = joint.add(relation, piece, &source);
            joint.add(place, place_piece, &execution_within(ir, candidate.consumer.root, Execution::Place));
            legality.within(&mut joint, slice, effect.op, Execution::Source, Execution::Place);
            regions.add(ir, effect.memref, &joint, &subscripts, legality.budget)?;
        }
    }
    regions.bytes(ir)
}

/// Bytes of the region of the shared memrefs that the producer writes.
pub(crate) fn source_write_bytes(
    ir: &Ir,
    relations: &Relations,
    candidate: &Candidate<'_>,
    budget: &Budget<'_>,
) -> Option<u128> {
    let shared = writes(candidate).filter(|it| candidate.shared.contains(&it.memref));
    footprint(ir, relations, shared, budget)
}
