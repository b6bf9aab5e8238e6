//! Whether a slice of the producer may stand inside the consumer in the producer's stead.
//!
//! Every question is one about exact relations. With `Π(s)` the places at which the slice runs iteration `s`:
//! - every iteration runs somewhere, or nobody can tell that it does not (*coverage*);
//! - whatever overwrites what was read or written before (WAR, WAW) does so after all runs of the earlier one;
//! - whatever is read has been written: where every iteration runs exactly once, the order of runs says so;
//!   otherwise the writer must be part of the same slice as its reader.
//!
//! A slice that runs iterations again passes only if it is idempotent: an update in place reads what its own second
//! run has overwritten, which is such a WAR dependence.

use super::candidates::{Candidate, Relations};
use super::scene::{Copy, Scene, Symbol};
use super::slice::{Bounds, Slice, loop_body_start, source_copy};
use crate::actions::Reason;
use crate::dependence::{AccessRelation, Linear, Piece, Variable};
use crate::ir::{Ir, OpId, OpKind};
use crate::loops::bounds::{constant_lower, constant_upper};
use crate::memory_effects::{Effect, Memory, Sharing};
use presburger::{Budget, GaveUp, Integer, Union};

/// What is proven of a slice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Verdict {
    /// No iteration of the producer runs at two places.
    pub(super) once: bool,
    pub(super) refused: Option<Reason>,
}

pub(super) struct Legality<'a> {
    pub(super) ir: &'a Ir,
    pub(super) memory: &'a Memory,
    pub(super) relations: &'a Relations,
    pub(super) candidate: &'a Candidate<'a>,
    pub(super) budget: &'a Budget<'a>,
}

type Decided<T> = Result<T, GaveUp>;

impl Legality<'_> {
    /// Judges a slice. Windows that reach beyond their loop's bounds are marked as clamped on the way.
    pub(super) fn judge(&self, slice: &mut Slice) -> Verdict {
        let result = self.clamp(slice).and_then(|refused| {
            if refused.is_some() {
                return Ok(Verdict { once: false, refused });
            }
            let once = self.runs_once(slice)?;
            if !once && slice.loops.iter().all(|it| it.1 == Bounds::Full) {
                return Ok(Verdict { once, refused: Some(self.whole(slice)) });
            }
            Ok(Verdict { once, refused: self.refusal(slice, once)? })
        });
        result.unwrap_or_else(|_| Verdict {
            once: false,
            refused: Some(Reason::new("the exact test takes too long")),
        })
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

    fn producer(&self) -> &[Effect] {
        &self.candidate.producer.effects.known
    }

    fn relation(&self, op: OpId) -> Option<&AccessRelation> {
        self.relations.get(op)
    }

    /// Adds an execution in the producer.
    fn source(&self, scene: &mut Scene, copy: Copy, relation: &AccessRelation, piece: &Piece) -> Vec<Linear> {
        scene.add(relation, piece, &source_copy(self.ir, self.candidate.producer.root, copy))
    }

    fn sink(&self, scene: &mut Scene, copy: Copy, relation: &AccessRelation, piece: &Piece) -> Vec<Linear> {
        scene.add(relation, piece, &source_copy(self.ir, self.candidate.consumer.root, copy))
    }

    /// Scenes with the given one and the place of a slice added.
    fn with_place(&self, scenes: Vec<Scene>, slice: &Slice, place: Copy) -> Vec<Scene> {
        let Some(innermost) = slice.chain.last() else { return scenes };
        let Some(relation) = self.relation(loop_body_start(self.ir, *innermost)) else { return Vec::new() };
        let mut found = Vec::new();
        for scene in scenes {
            for piece in &relation.pieces {
                let mut scene = scene.clone();
                self.sink(&mut scene, place, relation, piece);
                found.push(scene);
            }
        }
        found
    }

    /// Restricts an execution of the producer to the slice at a place.
    pub(super) fn within(&self, scene: &mut Scene, slice: &Slice, op: OpId, source: Copy, place: Copy) {
        for (loop_, bounds) in &slice.loops {
            let Bounds::Window(window) = bounds else { continue };
            if !self.ir.is_within(op, *loop_) {
                continue;
            }
            let offset = window.offset(scene, source, *loop_, place);
            let from = offset.minus(&Linear::constant(window.lower.clone()));
            let to = Linear::constant(window.upper.clone()).minus(&offset);
            scene.inequalities.extend([from.clone(), to]);
            let step = self.step(*loop_);
            if step > 1 {
                let iteration = scene.local();
                scene.equalities.push(from.minus(&iteration.times(&Integer::from(step))));
            }
        }
    }

    /// The ways in which an execution of the producer is not in the slice at a place.
    fn outside(&self, scene: &Scene, slice: &Slice, op: OpId, source: Copy, place: Copy) -> Vec<Scene> {
        let mut found = Vec::new();
        for (loop_, bounds) in &slice.loops {
            let Bounds::Window(window) = bounds else { continue };
            if !self.ir.is_within(op, *loop_) {
                continue;
            }
            let mut scene = scene.clone();
            let offset = window.offset(&mut scene, source, *loop_, place);
            let from = offset.minus(&Linear::constant(window.lower.clone()));
            let to = Linear::constant(window.upper.clone()).minus(&offset);
            let below = from.times(&Integer::from(-1)).plus_constant(-1);
            let beyond = to.times(&Integer::from(-1)).plus_constant(-1);
            found.extend([scene.with(below), scene.with(beyond)]);
            let step = self.step(*loop_);
            if step > 1 {
                // Between two of the slice's steps: from = step * q + r with 1 <= r < step.
                let iteration = scene.local().times(&Integer::from(step));
                let rest = from.minus(&iteration).plus_constant(-1);
                scene.inequalities.push(Linear::constant(step - 2).minus(&rest));
                found.push(scene.with(rest));
            }
        }
        found
    }

    fn step(&self, loop_: OpId) -> i64 {
        match &self.ir.ops[loop_].kind {
            OpKind::For(header) => header.step.unwrap_or(1),
            _ => 1,
        }
    }

    /// Marks windows that leave their loop's iterations; refuses those that cannot be written with both bounds.
    fn clamp(&self, slice: &mut Slice) -> Decided<Option<Reason>> {
        for index in 0..slice.loops.len() {
            let (loop_, Bounds::Window(_)) = slice.loops[index].clone() else { continue };
            let header = crate::dependence::iteration_domain(self.ir, loop_);
            let (Ok(header), Some(body)) = (header, self.relation(loop_body_start(self.ir, loop_))) else {
                return Ok(Some(self.unknown_domain(loop_)));
            };
            let mut scenes = Vec::new();
            for piece in &header.pieces {
                let mut scene = Scene::default();
                self.source(&mut scene, Copy::Source, &header, piece);
                scene.loop_variable(Copy::Source, loop_, 0);
                scenes.push(scene);
            }
            let mut scenes = self.with_place(scenes, slice, Copy::Place);
            let body_op = loop_body_start(self.ir, loop_);
            for scene in &mut scenes {
                self.within(scene, slice, body_op, Copy::Source, Copy::Place);
            }
            let mut all = Vec::new();
            for piece in &body.pieces {
                let mut scene = Scene::default();
                self.source(&mut scene, Copy::Source, body, piece);
                all.push(scene);
            }
            let loops: Vec<(OpId, usize)> = body
                .loops
                .iter()
                .filter(|it| self.ir.is_within(it.op, self.candidate.producer.root))
                .map(|it| (it.op, it.dim))
                .collect();
            if self.contains(&all, &scenes, &loops)? {
                continue;
            }
            let OpKind::For(bounds) = &self.ir.ops[loop_].kind else { continue };
            let constant = constant_lower(self.ir, loop_, bounds).is_some()
                && constant_upper(self.ir, loop_, bounds).is_some();
            if bounds.step != Some(1) || !constant {
                let place = self.ir.ops[loop_].name_pointer;
                return Ok(Some(
                    Reason::new("the slice would leave the iterations of the producer's loop")
                        .line(place)
                        .text(", whose bounds are not constants, or whose step is not 1")
                        .related(place, "this loop"),
                ));
            }
            if let Bounds::Window(window) = &mut slice.loops[index].1 {
                window.clamped = true;
            }
        }
        Ok(None)
    }

    /// Whether all values of the loops in `inner` are values of them in `outer`.
    fn contains(&self, outer: &[Scene], inner: &[Scene], loops: &[(OpId, usize)]) -> Decided<bool> {
        let mut symbols: Vec<Symbol> = Vec::new();
        for symbol in outer.iter().chain(inner).flat_map(Scene::symbols) {
            if !symbols.contains(&symbol) {
                symbols.push(symbol);
            }
        }
        let union = |scenes: &[Scene]| {
            let mut parts = scenes.iter().map(|scene| {
                let mut scene = scene.clone();
                let dims: Vec<Variable> =
                    loops.iter().map(|it| scene.loop_variable(Copy::Source, it.0, it.1)).collect();
                scene.set(&dims, &symbols)
            });
            let mut union = Union::from(parts.next()?);
            parts.for_each(|part| union.push(part));
            Some(union)
        };
        match (union(outer), union(inner)) {
            (_, None) => Ok(true),
            (None, _) => Ok(false),
            (Some(outer), Some(inner)) => inner.is_subset(&outer, self.budget),
        }
    }

    /// One operation for each set of loops around effects of the producer.
    fn statements(&self) -> Vec<OpId> {
        let mut found: Vec<OpId> = Vec::new();
        for effect in self.producer() {
            let parent = self.ir.parent_op(effect.op);
            if !found.iter().any(|it| self.ir.parent_op(*it) == parent) {
                found.push(effect.op);
            }
        }
        found
    }

    fn runs_once(&self, slice: &Slice) -> Decided<bool> {
        for op in self.statements() {
            let Some(relation) = self.relation(op) else { return Ok(false) };
            let mut scenes = Vec::new();
            for piece in &relation.pieces {
                let mut scene = Scene::default();
                self.source(&mut scene, Copy::Source, relation, piece);
                self.within(&mut scene, slice, op, Copy::Source, Copy::Place);
                self.within(&mut scene, slice, op, Copy::Source, Copy::SecondPlace);
                scenes.push(scene);
            }
            let scenes = self.with_place(scenes, slice, Copy::Place);
            for scene in self.with_place(scenes, slice, Copy::SecondPlace) {
                for scene in scene.later(&slice.chain, Copy::Place, Copy::SecondPlace) {
                    if !scene.is_empty(self.budget)? {
                        return Ok(false);
                    }
                }
            }
        }
        Ok(true)
    }

    /// Iterations that no slice runs.
    fn uncovered(&self, slice: &Slice) -> Decided<Option<Reason>> {
        for op in self.statements() {
            let Some(relation) = self.relation(op) else { return Ok(Some(self.unknown_domain(op))) };
            let mut needed = Vec::new();
            let mut sliced = Vec::new();
            for piece in &relation.pieces {
                let mut scene = Scene::default();
                self.source(&mut scene, Copy::Source, relation, piece);
                needed.push(scene.clone());
                self.within(&mut scene, slice, op, Copy::Source, Copy::Place);
                sliced.push(scene);
            }
            let sliced = self.with_place(sliced, slice, Copy::Place);
            let loops: Vec<(OpId, usize)> = relation
                .loops
                .iter()
                .filter(|it| self.ir.is_within(it.op, self.candidate.producer.root))
                .map(|it| (it.op, it.dim))
                .collect();
            if !self.contains(&sliced, &needed, &loops)? {
                let place = self.ir.ops[op].name_pointer;
                return Ok(Some(
                    Reason::new(format!("some iterations of `{}`", self.ir.ops[op].name))
                        .line(place)
                        .text(" would never run: no iteration of the consumer needs them, but their results may be read elsewhere")
                        .related(place, "this operation would not run in every iteration"),
                ));
            }
        }
        Ok(None)
    }

    /// Whether what the producer writes is read by the two nests alone.
    fn is_private_to_both(&self) -> bool {
        self.producer().iter().filter(|it| it.writes).all(|effect| {
            self.memory.private_users(self.ir, effect.memref).is_some_and(|users| {
                users.iter().all(|user| {
                    let data = &self.ir.ops[*user];
                    matches!(&data.kind, OpKind::Access(access) if access.op.writes())
                        || matches!(&*data.name, "memref.dealloc" | "memref.dim" | "memref.store")
                        || self.ir.is_within(*user, self.candidate.producer.root)
                        || self.ir.is_within(*user, self.candidate.consumer.root)
                })
            })
        })
    }

    /// Scenes in which two executions touch the same element.
    fn conflicts(
        &self,
        first: (&Effect, Copy),
        second: (&Effect, Copy),
        second_is_consumer: bool,
    ) -> Option<Vec<Scene>> {
        let sharing = self.memory.sharing(first.0.memref, second.0.memref);
        if sharing == Sharing::None || !(first.0.writes || second.0.writes) {
            return Some(Vec::new());
        }
        let (left, right) = (self.relation(first.0.op)?, self.relation(second.0.op)?);
        let mut found = Vec::new();
        for (a, b) in left.pieces.iter().flat_map(|a| right.pieces.iter().map(move |b| (a, b))) {
            let mut scene = Scene::default();
            let a = self.source(&mut scene, first.1, left, a);
            let b = match second_is_consumer {
                true => self.sink(&mut scene, second.1, right, b),
                false => self.source(&mut scene, second.1, right, b),
            };
            if sharing == Sharing::Same {
                scene.equate(&a, &b);
            }
            found.push(scene);
        }
        Some(found)
    }

    /// Pairs of executions of the producer that conflict, the first before the second as the program is now.
    fn ordered_conflicts(&self, first: usize, second: usize) -> Decided<Vec<Scene>> {
        let effects = self.producer();
        let (Some(a), Some(b)) = (effects.get(first), effects.get(second)) else { return Ok(Vec::new()) };
        let Some(scenes) = self.conflicts((a, Copy::Source), (b, Copy::SecondSource), false) else {
            return Err(GaveUp { reason: presburger::Reason::OutOfBudget });
        };
        let loops = |op| {
            crate::dependence::enclosing_loops(self.ir, op)
                .into_iter()
                .filter(|it| self.ir.is_within(it.op, self.candidate.producer.root))
        };
        let common: Vec<_> =
            loops(a.op).zip(loops(b.op)).take_while(|it| it.0 == it.1).map(|it| it.0).collect();
        let mut found = Vec::new();
        for scene in scenes {
            if scene.is_empty(self.budget)? {
                continue;
            }
            let mut equal = scene;
            for dim in common.iter() {
                let from = Linear::variable(equal.loop_variable(Copy::Source, dim.op, dim.dim));
                let to = Linear::variable(equal.loop_variable(Copy::SecondSource, dim.op, dim.dim));
                let distance = to.minus(&from);
                found.push(equal.with(distance.clone().plus_constant(-1)));
                equal.equalities.push(distance);
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
                for mut scene in self.ordered_conflicts(first, second)? {
                    self.within(&mut scene, slice, a.op, Copy::Source, Copy::Place);
                    self.within(&mut scene, slice, b.op, Copy::SecondSource, Copy::SecondPlace);
                    let scenes = self.with_place(vec![scene], slice, Copy::Place);
                    for scene in self.with_place(scenes, slice, Copy::SecondPlace) {
                        for scene in scene.later(&slice.chain, Copy::Place, Copy::SecondPlace) {
                            if scene.is_empty(self.budget)? {
                                continue;
                            }
                            let witness = self.witness(&scene, a, b)?;
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
    fn missing_within(&self, slice: &Slice) -> Decided<Option<Reason>> {
        let effects = self.producer();
        for (first, a) in effects.iter().enumerate().filter(|it| it.1.writes) {
            for (second, b) in effects.iter().enumerate().filter(|it| !it.1.writes) {
                for mut scene in self.ordered_conflicts(first, second)? {
                    self.within(&mut scene, slice, b.op, Copy::SecondSource, Copy::SecondPlace);
                    for scene in self.with_place(vec![scene], slice, Copy::SecondPlace) {
                        for scene in self.outside(&scene, slice, a.op, Copy::Source, Copy::SecondPlace) {
                            if !scene.is_empty(self.budget)? {
                                let witness = self.witness(&scene, a, b)?;
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
                let Some(scenes) = self.conflicts((a, Copy::Source), (b, Copy::Sink), true) else {
                    return Err(GaveUp { reason: presburger::Reason::OutOfBudget });
                };
                let around = slice.chain.iter().take_while(|it| self.ir.is_within(b.op, **it)).count();
                let is_flow = a.writes && !b.writes;
                for scene in scenes {
                    if scene.is_empty(self.budget)? {
                        continue;
                    }
                    let wrong = if is_flow && !in_order {
                        match around == slice.chain.len() {
                            true => self.outside(&scene, slice, a.op, Copy::Source, Copy::Sink),
                            false => vec![scene],
                        }
                    } else {
                        let mut scene = scene;
                        self.within(&mut scene, slice, a.op, Copy::Source, Copy::Place);
                        self.with_place(vec![scene], slice, Copy::Place)
                            .iter()
                            .flat_map(|it| self.after(it, slice, b.op, around))
                            .collect()
                    };
                    for scene in wrong {
                        if !scene.is_empty(self.budget)? {
                            let witness = self.witness(&scene, a, b)?;
                            return Ok(Some(self.broken(slice, a, b, &witness)));
                        }
                    }
                }
            }
        }
        Ok(None)
    }

    /// The ways in which the slice runs after an execution of the consumer, which has `around` of the chain's loops.
    fn after(&self, scene: &Scene, slice: &Slice, op: OpId, around: usize) -> Vec<Scene> {
        let mut found = scene.later(&slice.chain[..around], Copy::Place, Copy::Sink);
        let stands_before = slice.chain.get(around).is_some_and(|next| {
            let start = |op: OpId| self.ir.ops[op].pointer.range.start();
            start(op) < start(*next)
        });
        if stands_before {
            let mut scene = scene.clone();
            for op in &slice.chain[..around] {
                let place = Linear::variable(scene.loop_variable(Copy::Place, *op, 0));
                let sink = Linear::variable(scene.loop_variable(Copy::Sink, *op, 0));
                scene.equalities.push(place.minus(&sink));
            }
            found.push(scene);
        }
        found
    }
}
