//! The narrowest slices that contain the iterations that the reads of shared memrefs need.

use super::{BaseVariable, Bounds, Slice, Window, execution_within, loop_body_start, loops_of};
use crate::fuse::nests::candidates::Candidate;
use crate::fuse::nests::joint_system::{Execution, JointSystem};
use crate::fuse::nests::relations::Relations;
use ir::{For, Ir, OpId, OpKind};
use polyhedral::dependence::{Linear, SystemSolver, Variable};
use polyhedral::loops::bounds::{constant_lower, constant_upper};
use polyhedral::loops::trip_count;
use presburger::{Budget, GaveUp, Integer, Optimum};
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;

/// The variables that an induction variable may be equal to, up to constants.
type Base = Vec<(BaseVariable, Integer)>;

/// The slices of a pair; those for different depths share most questions.
pub(super) struct Slices<'a> {
    ir: &'a Ir,
    relations: &'a Relations,
    candidate: &'a Candidate<'a>,
    budget: &'a Budget<'a>,
    conflicts: Vec<Conflict>,
    /// By conflict.
    solvers: FxHashMap<usize, SystemSolver>,
    /// Of a loop's iterations less a base, in a conflict.
    extents: FxHashMap<(usize, OpId, Base), (Optimum, Optimum)>,
    /// From the first iteration of a loop to the last; `None` if that is not a number.
    spans: FxHashMap<OpId, Option<Integer>>,
    /// Conflicts in which some window had no ends: they are asked first, for they often leave others without.
    endless: Vec<usize>,
}

/// A write in the producer and a read in the consumer that touch one element.
struct Conflict {
    write: OpId,
    joint: JointSystem,
    /// The subscripts of both, which are equal.
    subscripts: (Vec<Linear>, Vec<Linear>),
}

impl<'a> Slices<'a> {
    pub(super) fn of(
        ir: &'a Ir,
        relations: &'a Relations,
        candidate: &'a Candidate<'a>,
        budget: &'a Budget<'a>,
    ) -> Result<Self, GaveUp> {
        let conflicts = conflicts(ir, relations, candidate, budget)?;
        let (solvers, extents, spans, endless) = Default::default();
        Ok(Self { ir, relations, candidate, budget, conflicts, solvers, extents, spans, endless })
    }

    /// The slice placed in loops of the consumer.
    pub(super) fn within(&mut self, chain: &[OpId]) -> Result<Slice, GaveUp> {
        let mut loops = Vec::new();
        for loop_ in loops_of(self.ir, self.candidate.producer.root) {
            loops.push((loop_, self.bounds(chain, loop_)?));
        }
        Ok(Slice { depth: chain.len(), chain: chain.to_vec(), loops })
    }

    fn bounds(&mut self, chain: &[OpId], loop_: OpId) -> Result<Bounds, GaveUp> {
        let OpKind::For(header) = &self.ir.ops[loop_].kind else { return Ok(Bounds::Full) };
        // A loop that carries values must run as a whole.
        if !header.inits.is_empty() || header.step.is_none_or(|it| it < 1) {
            return Ok(Bounds::Full);
        }
        let is_needed =
            |it: &usize| self.conflicts.get(*it).is_some_and(|it| self.ir.is_within(it.write, loop_));
        let needed: Vec<usize> = (0..self.conflicts.len()).filter(is_needed).collect();
        if needed.is_empty() {
            return Ok(Bounds::Full);
        }
        let mut bases: Vec<Base> = Vec::new();
        for conflict in needed.iter().filter_map(|it| self.conflicts.get(*it)) {
            for base in conflict.bases(loop_, chain) {
                if !bases.contains(&base) {
                    bases.push(base);
                }
            }
        }
        bases.push(Vec::new());
        let span = constant_span(self.ir, loop_, header);
        let mut best: Option<Window> = None;
        for base in bases {
            // None is narrower.
            if best.as_ref().is_some_and(Window::is_single) {
                break;
            }
            let widest = best.as_ref().map(|it| &it.upper - &it.lower).or_else(|| span.clone());
            if let Some((lower, upper)) = self.window(&needed, loop_, &base, widest.as_ref())? {
                best = Some(Window { base, lower, upper, clamped: false });
            }
        }
        let Some(best) = best else { return Ok(Bounds::Full) };
        let width = &best.upper - &best.lower;
        // A window as wide as each run of the loop is the loop, as is one as wide as all of its runs together.
        let is_run = run_span(self.ir, loop_, header).is_some_and(|it| it <= width);
        let is_all = is_run || self.span(loop_, header)?.is_some_and(|it| it <= width);
        Ok(if is_all { Bounds::Full } else { Bounds::Window(best) })
    }

    /// The ends of the window around a base that some conflicts need; `None` where it has none, or they are as far apart
    /// as those of a window, or of the loop, that it would take the place of.
    fn window(
        &mut self,
        conflicts: &[usize],
        loop_: OpId,
        base: &Base,
        apart: Option<&Integer>,
    ) -> Result<Option<(Integer, Integer)>, GaveUp> {
        let is_endless = |it: &usize| self.endless.contains(it);
        let (first, then): (Vec<usize>, Vec<usize>) = conflicts.iter().copied().partition(is_endless);
        let mut ends: Option<(Integer, Integer)> = None;
        for conflict in first.into_iter().chain(then) {
            let (Optimum::Value(least), Optimum::Value(greatest)) = self.extent(conflict, loop_, base)?
            else {
                if !self.endless.contains(&conflict) {
                    self.endless.push(conflict);
                }
                return Ok(None);
            };
            let (lower, upper) = match ends {
                None => (least, greatest),
                Some((lower, upper)) => (lower.min(least), upper.max(greatest)),
            };
            if apart.is_some_and(|it| *it <= &upper - &lower) {
                return Ok(None);
            }
            ends = Some((lower, upper));
        }
        Ok(ends)
    }

    fn extent(&mut self, conflict: usize, loop_: OpId, base: &Base) -> Result<(Optimum, Optimum), GaveUp> {
        let key = (conflict, loop_, base.clone());
        if let Some(known) = self.extents.get(&key) {
            return Ok(known.clone());
        }
        let joint = &self.conflicts[conflict].joint;
        let window =
            Window { base: base.clone(), lower: Integer::ZERO, upper: Integer::ZERO, clamped: false };
        let offset = window.offset(&mut joint.without_rows(), Execution::Source, loop_, Execution::Sink);
        // A conflict has points.
        let found = match joint.system.told_value(&offset) {
            Some(value) => (Optimum::Value(value.clone()), Optimum::Value(value)),
            None => {
                let solver = match self.solvers.entry(conflict) {
                    Entry::Occupied(known) => known.into_mut(),
                    Entry::Vacant(place) => place.insert(joint.system.solver(self.budget)?),
                };
                let extent = solver.extent(&offset, self.budget);
                extent.unwrap_or_else(|| joint.extent(&offset, self.budget))?
            }
        };
        self.extents.insert(key, found.clone());
        Ok(found)
    }

    fn span(&mut self, loop_: OpId, header: &For) -> Result<Option<Integer>, GaveUp> {
        if let Some(known) = self.spans.get(&loop_) {
            return Ok(known.clone());
        }
        let span = match constant_span(self.ir, loop_, header) {
            Some(span) => Some(span),
            None => span(self.ir, self.relations, self.candidate, loop_, self.budget)?,
        };
        self.spans.insert(loop_, span.clone());
        Ok(span)
    }
}

/// From the first iteration of a loop to the last, if bounds and step determine it.
fn constant_span(ir: &Ir, loop_: OpId, header: &For) -> Option<Integer> {
    let (lower, upper) = (constant_lower(ir, loop_, header)?, constant_upper(ir, loop_, header)?);
    let last = upper.checked_sub(lower)?.checked_sub(1)?;
    let step = header.step.filter(|it| *it > 0)?;
    Some(Integer::from(last - last.checked_rem(step)?))
}

/// From the first iteration of each run of a loop to its last, where that is one number: so in slices, whose bounds
/// depend on the loops around and differ by a constant.
fn run_span(ir: &Ir, loop_: OpId, header: &For) -> Option<Integer> {
    let (trips, step) = (trip_count::constant_trip_count(ir, loop_, header)?, header.step?);
    let last = i64::try_from(trips.checked_sub(1)?).ok()?;
    Some(&Integer::from(last) * &Integer::from(step))
}

/// From the first iteration of a loop of the producer to the last, over all that it runs in, where that is a number.
fn span(
    ir: &Ir,
    relations: &Relations,
    candidate: &Candidate<'_>,
    loop_: OpId,
    budget: &Budget<'_>,
) -> Result<Option<Integer>, GaveUp> {
    let Some(relation) = relations.get(loop_body_start(ir, loop_)) else { return Ok(None) };
    let mut all: Option<(Integer, Integer)> = None;
    for piece in &relation.pieces {
        let mut joint = JointSystem::default();
        joint.add(relation, piece, &execution_within(ir, candidate.producer.root, Execution::Source));
        let iteration = Linear::variable(joint.loop_variable(Execution::Source, loop_, 0));
        let (Optimum::Value(least), Optimum::Value(greatest)) = joint.extent(&iteration, budget)? else {
            return Ok(None);
        };
        all = Some(match all {
            None => (least, greatest),
            Some((low, high)) => (low.min(least), high.max(greatest)),
        });
    }
    Ok(all.map(|(least, greatest)| &greatest - &least))
}

fn conflicts(
    ir: &Ir,
    relations: &Relations,
    candidate: &Candidate<'_>,
    budget: &Budget<'_>,
) -> Result<Vec<Conflict>, GaveUp> {
    let (producer, consumer) = (candidate.producer, candidate.consumer);
    let mut found = Vec::new();
    for write in producer.effects.known.iter().filter(|it| it.writes) {
        let reads = consumer.effects.known.iter().filter(|it| !it.writes);
        for read in reads.filter(|it| it.memref == write.memref) {
            let (Some(source), Some(sink)) = (relations.get(write.op), relations.get(read.op)) else {
                continue;
            };
            for (a, b) in source.pieces.iter().flat_map(|a| sink.pieces.iter().map(move |b| (a, b))) {
                let mut joint = JointSystem::default();
                let left = joint.add(source, a, &execution_within(ir, producer.root, Execution::Source));
                let right = joint.add(sink, b, &execution_within(ir, consumer.root, Execution::Sink));
                joint.equate(&left, &right);
                if !joint.is_empty(budget)? {
                    found.push(Conflict { write: write.op, joint, subscripts: (left, right) });
                }
            }
        }
    }
    Ok(found)
}

impl Conflict {
    /// The bases of a loop's induction variable, as far as the loops of a chain determine them.
    fn bases(&self, loop_: OpId, chain: &[OpId]) -> Vec<Base> {
        let iteration = self.joint.without_rows().loop_variable(Execution::Source, loop_, 0);
        let (left, right) = &self.subscripts;
        let pairs = left.iter().zip(right);
        let bases: Vec<_> =
            pairs.filter_map(|(left, right)| solve(&self.joint, iteration, left, right, chain)).collect();
        if bases.is_empty() { ends(&self.joint, (left, right), iteration, chain) } else { bases }
    }
}

/// From `left = right`, with the iteration on the left: the part of the other side that is known at
/// the slice's place. The inside of a division by the iteration's factor is left out.
fn solve(
    joint: &JointSystem,
    iteration: Variable,
    left: &Linear,
    right: &Linear,
    chain: &[OpId],
) -> Option<Base> {
    let divisor = left.terms.iter().find(|it| it.0 == iteration).map(|it| it.1.clone())?;
    let value = right.minus(left);
    let mut base = Vec::new();
    for (variable, factor) in value.terms.iter().filter(|it| it.0 != iteration) {
        let variable = match (variable, joint.instance(*variable)) {
            (Variable::Symbol(value), _) => BaseVariable::Symbol(*value),
            (_, Some(it)) if it.execution == Execution::Outside => BaseVariable::Outside(it.op, it.dim),
            (_, Some(it)) if it.execution == Execution::Sink && chain.contains(&it.op) => {
                BaseVariable::Consumer(it.op)
            }
            _ => continue,
        };
        if !factor.is_multiple_of(&divisor) {
            return None;
        }
        base.push((variable, factor.floor_div(&divisor)));
    }
    Some(base)
}

/// The bounds of an iteration that the subscripts do not determine themselves. It occurs inside divisions only: with
/// `i floordiv 2 = k` those are `2 k` and `2 k + 1`. Or in the bounds of a loop whose iterations are known: with
/// `i <= j <= i` and `j = k` that is `k`.
fn ends(
    joint: &JointSystem,
    subscripts: (&[Linear], &[Linear]),
    iteration: Variable,
    chain: &[OpId],
) -> Vec<Base> {
    let zero = Linear::constant(0);
    let told = told(joint, subscripts, iteration);
    let solved = |bound: &Linear| solve(joint, iteration, &replaced(bound, &told), &zero, chain);
    joint.system.inequalities.iter().filter_map(solved).collect()
}

/// Locals and other loops of the producer, each with an equality in which its factor is 1 or −1.
fn told(
    joint: &JointSystem,
    (left, right): (&[Linear], &[Linear]),
    iteration: Variable,
) -> Vec<(Variable, Linear)> {
    let is_told = |it: &&(Variable, Integer)| {
        let source = || joint.instance(it.0).is_some_and(|it| it.execution == Execution::Source);
        it.1.is_unit() && it.0 != iteration && (matches!(it.0, Variable::Local(_)) || source())
    };
    let touched = left.iter().zip(right).map(|(left, right)| left.minus(right));
    let inequalities = &joint.system.inequalities;
    // A loop that runs once has two bounds that meet.
    let meets = |it: &&Linear| inequalities.contains(&it.times(&Integer::from(-1)));
    let met = inequalities.iter().filter(meets).cloned();
    let equalities = joint.system.equalities.iter().cloned().chain(touched).chain(met);
    let mut told: Vec<(Variable, Linear)> = Vec::new();
    for equality in equalities {
        let equality = replaced(&equality, &told);
        if let Some((variable, sign)) = equality.terms.iter().find(is_told) {
            told.push((*variable, equality.times(sign)));
        }
    }
    told
}

/// The same form without the variables that equalities determine.
fn replaced(form: &Linear, told: &[(Variable, Linear)]) -> Linear {
    let mut form = form.clone();
    for (variable, equality) in told {
        let Some((_, factor)) = form.terms.iter().find(|it| it.0 == *variable) else { continue };
        form = form.minus(&equality.times(factor));
    }
    form
}
