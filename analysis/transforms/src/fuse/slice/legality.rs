//! Whether a slice of the producer may replace the producer, inside the consumer.
//!
//! Every question is one about exact relations. With `Π(s)` the places at which the slice runs iteration `s`:
//! - every iteration runs somewhere, or its absence cannot be observed (*coverage*);
//! - a write over memory that was read or written before (WAR, WAW) comes after all runs of the earlier access;
//! - whatever is read has been written: where every iteration runs exactly once, the order of runs says so;
//!   otherwise the writer must be part of the same slice as its reader.
//!
//! A slice that runs iterations again passes only if it is idempotent: an update in place reads memory that its own
//! second run has overwritten, which is such a WAR dependence.

use super::{Bounds, Slice, execution_within, loop_body_start};
use crate::fuse::nests::candidates::Candidate;
use crate::fuse::nests::facts::Facts;
use crate::fuse::nests::joint_system::{Execution, JointSystem};
use crate::reason::Reason;
use ir::memory_effects::Effect;
use ir::{Ir, OpId, OpKind, ValueId};
use polyhedral::dependence::{AccessRelation, Linear, Piece};
use polyhedral::memory::{Memory, Sharing, is_view};
use presburger::{Budget, GaveUp, Integer};
use syntax::ods::Semantics;

/// The proven facts about a slice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SliceVerdict {
    /// No iteration of the producer runs at two places.
    pub once: bool,
    /// The slice can be written: it stays within the producer's iterations, and is not all of them for want of
    /// knowledge.
    pub is_slice: bool,
    /// Why it cannot replace the producer.
    pub refused: Option<Reason>,
}

pub(crate) struct Legality<'a> {
    pub ir: &'a Ir,
    pub facts: &'a Facts,
    pub candidate: &'a Candidate<'a>,
    pub budget: &'a Budget<'a>,
}

pub(crate) type Decided<T> = Result<T, GaveUp>;

impl Legality<'_> {
    /// Judges a slice, of a producer that may have to stay. Windows that reach beyond their loop's bounds are marked as
    /// clamped on the way.
    pub(crate) fn judge(&self, slice: &mut Slice, stays: Option<&Reason>) -> SliceVerdict {
        let no_slice = |reason| SliceVerdict {
            once: false,
            is_slice: false,
            refused: Some(stays.cloned().unwrap_or(reason)),
        };
        let result = self.clamp(slice).and_then(|refused| {
            if let Some(reason) = refused {
                return Ok(no_slice(reason));
            }
            let once = self.runs_once(slice)?;
            if !once
                && slice.loops.iter().all(|it| it.1 == Bounds::Full)
                && let Some(read) = self.unknown_read()
            {
                return Ok(no_slice(self.whole(slice, read)));
            }
            let refused = match stays {
                Some(reason) => Some(reason.clone()),
                None => self.refusal(slice, once)?,
            };
            Ok(SliceVerdict { once, is_slice: true, refused })
        });
        result.unwrap_or_else(|_| no_slice(Reason::new("the exact test takes too long")))
    }

    fn refusal(&self, slice: &Slice, once: bool) -> Decided<Option<Reason>> {
        if let Some(reason) = self.disorder_within(slice, once)? {
            return Ok(Some(reason));
        }
        let uncovered = self.uncovered(slice)?;
        if let Some(reason) = &uncovered
            && !self.is_private_to_both()
        {
            return Ok(Some(reason.clone()));
        }
        let in_order = once && uncovered.is_none();
        if !in_order && let Some(reason) = self.missing_within(slice)? {
            return Ok(Some(reason));
        }
        self.disorder_between(slice, in_order)
    }

    /// A read of the consumer with unknown needs.
    fn unknown_read(&self) -> Option<OpId> {
        let mut reads = self.candidate.consumer.effects.known.iter().filter(|it| !it.writes);
        let is_affine = |op: OpId| matches!(self.ir.ops[op].kind, OpKind::Access(_));
        reads.find(|it| self.candidate.shared.contains(&it.memref) && !is_affine(it.op)).map(|it| it.op)
    }

    pub(crate) fn producer(&self) -> &[Effect] {
        &self.candidate.producer.effects.known
    }

    pub(crate) fn relation(&self, op: OpId) -> Option<&AccessRelation> {
        self.facts.relations.get(op)
    }

    /// Adds an execution in the producer.
    pub(crate) fn source(
        &self,
        joint: &mut JointSystem,
        execution: Execution,
        relation: &AccessRelation,
        piece: &Piece,
    ) -> Vec<Linear> {
        joint.add(relation, piece, &execution_within(self.ir, self.candidate.producer.root, execution))
    }

    pub(crate) fn sink(
        &self,
        joint: &mut JointSystem,
        execution: Execution,
        relation: &AccessRelation,
        piece: &Piece,
    ) -> Vec<Linear> {
        joint.add(relation, piece, &execution_within(self.ir, self.candidate.consumer.root, execution))
    }

    /// The given systems with the place of a slice added.
    pub(crate) fn with_place(
        &self,
        systems: Vec<JointSystem>,
        slice: &Slice,
        place: Execution,
    ) -> Vec<JointSystem> {
        let Some(innermost) = slice.chain.last() else { return systems };
        let Some(relation) = self.relation(loop_body_start(self.ir, *innermost)) else { return Vec::new() };
        let mut found = Vec::new();
        let Some((last, others)) = relation.pieces.split_last() else { return found };
        for mut joint in systems {
            for piece in others {
                let mut joint = joint.clone();
                self.sink(&mut joint, place, relation, piece);
                found.push(joint);
            }
            self.sink(&mut joint, place, relation, last);
            found.push(joint);
        }
        found
    }

    /// Restricts an execution of the producer to the slice at a place.
    pub(crate) fn within(
        &self,
        joint: &mut JointSystem,
        slice: &Slice,
        op: OpId,
        source: Execution,
        place: Execution,
    ) {
        for (loop_, bounds) in &slice.loops {
            let Bounds::Window(window) = bounds else { continue };
            if !self.ir.is_within(op, *loop_) {
                continue;
            }
            let offset = window.offset(joint, source, *loop_, place);
            let from = offset.minus(&Linear::constant(window.lower.clone()));
            let to = Linear::constant(window.upper.clone()).minus(&offset);
            joint.system.inequalities.extend([from.clone(), to]);
            let step = self.step(*loop_);
            if step > 1 {
                let iteration = joint.system.new_local();
                joint.system.equalities.push(from.minus(&iteration.times(&Integer::from(step))));
            }
        }
    }

    /// The ways in which an execution of the producer is not in the slice at a place.
    pub(crate) fn outside(
        &self,
        joint: &JointSystem,
        slice: &Slice,
        op: OpId,
        source: Execution,
        place: Execution,
    ) -> Vec<JointSystem> {
        let mut found = Vec::new();
        for (loop_, bounds) in &slice.loops {
            let Bounds::Window(window) = bounds else { continue };
            if !self.ir.is_within(op, *loop_) {
                continue;
            }
            let mut joint = joint.clone();
            let offset = window.offset(&mut joint, source, *loop_, place);
            let from = offset.minus(&Linear::constant(window.lower.clone()));
            let to = Linear::constant(window.upper.clone()).minus(&offset);
            let below = from.times(&Integer::from(-1)).plus_constant(-1);
            let beyond = to.times(&Integer::from(-1)).plus_constant(-1);
            found.extend([joint.with(below), joint.with(beyond)]);
            let step = self.step(*loop_);
            if step > 1 {
                // Between two of the slice's steps: from = step * q + r with 1 <= r < step.
                let iteration = joint.system.new_local().times(&Integer::from(step));
                let rest = from.minus(&iteration).plus_constant(-1);
                joint.system.inequalities.push(Linear::constant(step - 2).minus(&rest));
                found.push(joint.with(rest));
            }
        }
        found
    }

    pub(crate) fn step(&self, loop_: OpId) -> i64 {
        match &self.ir.ops[loop_].kind {
            OpKind::For(header) => header.step.unwrap_or(1),
            _ => 1,
        }
    }

    /// Whether the producer's writes are read by the two nests alone, in the same run of their block.
    pub(crate) fn is_private_to_both(&self) -> bool {
        let writes = || self.producer().iter().filter(|it| it.writes);
        let definitions = || writes().map(|it| self.ir.defining_op(it.memref));
        definitions().all(|it| it.is_some_and(|it| !self.is_repeated(it))) && self.is_read_by_both_alone()
    }

    /// Whether the producer's writes are read by the two nests alone.
    pub(crate) fn is_read_by_both_alone(&self) -> bool {
        let (ir, candidate) = (self.ir, self.candidate);
        let nests = [candidate.producer.root, candidate.consumer.root];
        self.producer().iter().filter(|it| it.writes).all(|effect| {
            let readers = readers(ir, &self.facts.memory, effect.memref);
            readers
                .is_some_and(|it| it.iter().all(|user| nests.iter().any(|nest| ir.is_within(*user, *nest))))
        })
    }

    /// Whether the nests may run more often than an operation before them.
    fn is_repeated(&self, op: OpId) -> bool {
        let parent = self.ir.parent_op(op);
        let mut inner = self.ir.ancestors(self.candidate.producer.root).take_while(|it| parent != Some(*it));
        inner.any(|it| polyhedral::dependence::repeats(self.ir, it))
    }

    /// Systems in which two executions touch the same element.
    pub(crate) fn conflicts(
        &self,
        first: (&Effect, Execution),
        second: (&Effect, Execution),
        second_is_consumer: bool,
    ) -> Option<Vec<JointSystem>> {
        let sharing = self.facts.memory.sharing(first.0.memref, second.0.memref);
        if sharing == Sharing::None || !(first.0.writes || second.0.writes) {
            return Some(Vec::new());
        }
        let (left, right) = (self.relation(first.0.op)?, self.relation(second.0.op)?);
        let mut found = Vec::new();
        for (a, b) in left.pieces.iter().flat_map(|a| right.pieces.iter().map(move |b| (a, b))) {
            let mut joint = JointSystem::default();
            let a = self.source(&mut joint, first.1, left, a);
            let b = match second_is_consumer {
                true => self.sink(&mut joint, second.1, right, b),
                false => self.source(&mut joint, second.1, right, b),
            };
            if sharing == Sharing::Same {
                joint.equate(&a, &b);
            }
            found.push(joint);
        }
        Some(found)
    }

    /// Pairs of executions of the producer that conflict, the first before the second as the program is now.
    pub(crate) fn ordered_conflicts(&self, first: usize, second: usize) -> Decided<Vec<JointSystem>> {
        let effects = self.producer();
        let (Some(a), Some(b)) = (effects.get(first), effects.get(second)) else { return Ok(Vec::new()) };
        let Some(systems) = self.conflicts((a, Execution::Source), (b, Execution::SecondSource), false)
        else {
            return Err(GaveUp { reason: presburger::Reason::OutOfBudget });
        };
        let loops = |op| {
            polyhedral::dependence::enclosing_loops(self.ir, op)
                .into_iter()
                .filter(|it| self.ir.is_within(it.op, self.candidate.producer.root))
        };
        let common: Vec<_> =
            loops(a.op).zip(loops(b.op)).take_while(|it| it.0 == it.1).map(|it| it.0).collect();
        let mut found = Vec::new();
        for joint in systems {
            if joint.is_empty(self.budget)? {
                continue;
            }
            let mut equal = joint;
            for dim in common.iter() {
                let from = Linear::variable(equal.loop_variable(Execution::Source, dim.op, dim.dim));
                let to = Linear::variable(equal.loop_variable(Execution::SecondSource, dim.op, dim.dim));
                let distance = to.minus(&from);
                found.push(equal.with(distance.clone().plus_constant(-1)));
                equal.system.equalities.push(distance);
            }
            if first < second {
                found.push(equal);
            }
        }
        Ok(found)
    }

    /// A dependence within the producer whose second end could run before its first.
    fn disorder_within(&self, slice: &Slice, once: bool) -> Decided<Option<Reason>> {
        let effects = self.producer();
        for (first, a) in effects.iter().enumerate() {
            for (second, b) in effects.iter().enumerate() {
                if !once && a.writes && !b.writes {
                    continue;
                }
                for mut joint in self.ordered_conflicts(first, second)? {
                    self.within(&mut joint, slice, a.op, Execution::Source, Execution::Place);
                    self.within(&mut joint, slice, b.op, Execution::SecondSource, Execution::SecondPlace);
                    let systems = self.with_place(vec![joint], slice, Execution::Place);
                    for joint in self.with_place(systems, slice, Execution::SecondPlace) {
                        for joint in joint.later(&slice.chain, Execution::Place, Execution::SecondPlace) {
                            if joint.is_empty(self.budget)? {
                                continue;
                            }
                            let witness = self.witness(&joint, a, b)?;
                            return Ok(Some(match once {
                                true => self.reordered(a, b, &witness),
                                false => self.recomputed(slice, a, b, &witness),
                            }));
                        }
                    }
                }
            }
        }
        Ok(None)
    }

    /// A value that is read in a slice and not computed in the same slice.
    pub(crate) fn missing_within(&self, slice: &Slice) -> Decided<Option<Reason>> {
        let effects = self.producer();
        for (first, a) in effects.iter().enumerate().filter(|it| it.1.writes) {
            for (second, b) in effects.iter().enumerate().filter(|it| !it.1.writes) {
                for mut joint in self.ordered_conflicts(first, second)? {
                    self.within(&mut joint, slice, b.op, Execution::SecondSource, Execution::SecondPlace);
                    for joint in self.with_place(vec![joint], slice, Execution::SecondPlace) {
                        for joint in
                            self.outside(&joint, slice, a.op, Execution::Source, Execution::SecondPlace)
                        {
                            if !joint.is_empty(self.budget)? {
                                let witness = self.witness(&joint, a, b)?;
                                return Ok(Some(self.reordered(a, b, &witness)));
                            }
                        }
                    }
                }
            }
        }
        Ok(None)
    }

    /// A dependence from the producer to the consumer that the slice would turn round, or leave without its source.
    fn disorder_between(&self, slice: &Slice, in_order: bool) -> Decided<Option<Reason>> {
        for a in self.producer() {
            for b in &self.candidate.consumer.effects.known {
                let is_flow = a.writes && !b.writes;
                let reason = match is_flow && !in_order {
                    true => self.unsliced(slice, a, b)?,
                    false => self.broken_order(slice, a, b)?,
                };
                if reason.is_some() {
                    return Ok(reason);
                }
            }
        }
        Ok(None)
    }

    /// A write of the producer that the slice at the place of the read of its element does not hold.
    pub(crate) fn unsliced(&self, slice: &Slice, a: &Effect, b: &Effect) -> Decided<Option<Reason>> {
        let is_inside = self.loops_around(slice, b.op) == slice.chain.len();
        self.first_in_conflict(slice, a, b, |joint| match is_inside {
            true => self.outside(&joint, slice, a.op, Execution::Source, Execution::Sink),
            false => vec![joint],
        })
    }

    /// A slice that would run after an execution of the consumer that must come after it.
    pub(crate) fn broken_order(&self, slice: &Slice, a: &Effect, b: &Effect) -> Decided<Option<Reason>> {
        let around = self.loops_around(slice, b.op);
        self.first_in_conflict(slice, a, b, |mut joint| {
            self.within(&mut joint, slice, a.op, Execution::Source, Execution::Place);
            let systems = self.with_place(vec![joint], slice, Execution::Place);
            systems.iter().flat_map(|it| self.after(it, slice, b.op, around)).collect()
        })
    }

    /// How many loops of the chain are around an operation.
    fn loops_around(&self, slice: &Slice, op: OpId) -> usize {
        slice.chain.iter().take_while(|it| self.ir.is_within(op, **it)).count()
    }

    /// The reason that the first pair of executions of `a` and `b` gives that is wrong.
    fn first_in_conflict(
        &self,
        slice: &Slice,
        a: &Effect,
        b: &Effect,
        wrong: impl Fn(JointSystem) -> Vec<JointSystem>,
    ) -> Decided<Option<Reason>> {
        let Some(systems) = self.conflicts((a, Execution::Source), (b, Execution::Sink), true) else {
            return Err(GaveUp { reason: presburger::Reason::OutOfBudget });
        };
        for joint in systems {
            if joint.is_empty(self.budget)? {
                continue;
            }
            for joint in wrong(joint) {
                if !joint.is_empty(self.budget)? {
                    let witness = self.witness(&joint, a, b)?;
                    return Ok(Some(self.broken(slice, a, b, &witness)));
                }
            }
        }
        Ok(None)
    }

    /// The ways in which the slice runs after an execution of the consumer, which has `around` of the chain's loops.
    pub(crate) fn after(
        &self,
        joint: &JointSystem,
        slice: &Slice,
        op: OpId,
        around: usize,
    ) -> Vec<JointSystem> {
        let mut found = joint.later(&slice.chain[..around], Execution::Place, Execution::Sink);
        let stands_before = slice.chain.get(around).is_some_and(|next| {
            let start = |op: OpId| self.ir.ops[op].pointer.range.start();
            start(op) < start(*next)
        });
        if stands_before {
            let mut joint = joint.clone();
            for op in &slice.chain[..around] {
                let place = Linear::variable(joint.loop_variable(Execution::Place, *op, 0));
                let sink = Linear::variable(joint.loop_variable(Execution::Sink, *op, 0));
                joint.system.equalities.push(place.minus(&sink));
            }
            found.push(joint);
        }
        found
    }
}

/// The possible readers of a memref that is unknown outside; `None` for others.
pub(super) fn readers(ir: &Ir, memory: &Memory, memref: ValueId) -> Option<Vec<OpId>> {
    let reads = |user: &OpId| {
        let data = &ir.ops[*user];
        let only_writes = matches!(&data.kind, OpKind::Access(access) if access.op.writes())
            || is_view(&data.name)
            || data.is_deallocation()
            || data.has_trait("ShapedDimOpInterface")
            || data.dialect() == "memref" && data.semantics() == Some(Semantics::Store);
        !only_writes
    };
    let users = memory.private_users_through_views(ir, memref)?;
    Some(users.into_iter().filter(reads).collect())
}
