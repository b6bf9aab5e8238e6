//! Two iterations of one `affine.parallel` that touch one element, one of them writing: proven, with both iterations.
//!
//! Accesses that a barrier may separate do not race: each iteration of the band waits there for all others.
//!
//! Where the loop's iterations or the subscripts depend on symbols, a race counts if there is one for all values with which
//! the loop has many iterations: one that only some values bring, such as one offset, is what the caller may rule out.

use super::access_relation::{AccessRelation, iteration_domain};
use super::barriers::Barriers;
use super::concern::{Concern, dependences_concerning};
use super::linear::{Linear, Variable};
use super::pairs::{Pair, common, elements, pairs_at};
use super::ranges::{Range, Ranges};
use super::system::System;
use super::{AccessPart, LoopDim};
use crate::loops::parallelism::{carrier, is_carried_by};
use base::at_once::takes_long;
use base::database::stop_if_cancelled;
use base::isolated_op::IsolatedOp;
use ir::touches::Touch;
use ir::types::Dim;
use ir::{Ir, OpId, ValueId, meaning_of};
use presburger::{Budget, GaveUp, Integer, IntegerRelation, Lexmin, Space, Union};
use rustc_hash::{FxHashMap, FxHashSet};

/// The budget of one query.
pub(super) const STEPS: u64 = 200_000;

/// The budget of all queries about one function.
pub(super) const TOTAL_STEPS: u64 = 4_000_000;

/// This many steps a dimension with symbolic bounds takes at least.
const MANY: i64 = 64;

/// Two accesses that may run at the same time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Race {
    /// The `affine.parallel`.
    pub band: OpId,
    pub first: Run,
    pub second: Run,
    pub element: Vec<Integer>,
    /// Values with which it happens.
    pub symbols: Vec<(ValueId, Integer)>,
}

/// One execution of an access.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    /// Index into [`super::Dependences::accesses`], or of an [insertion](super::inserted_slices).
    pub access: usize,
    /// The loops around it, outermost first.
    pub iteration: Vec<(ValueId, Integer)>,
}

/// At most one for each two accesses of an `affine.parallel`, in program order.
#[salsa::tracked(returns(ref))]
pub fn races<'db>(db: &'db dyn salsa::Database, op: IsolatedOp<'db>) -> Vec<Race> {
    takes_long(db);
    let (ir, found) = (meaning_of(db, op), dependences_concerning(db, op, Concern::Parallel));
    let stop = stop_if_cancelled(db);
    let mut races: Vec<Race> = Vec::new();
    let mut seen = FxHashSet::default();
    let budget = Budget::new(TOTAL_STEPS).with_stop(&stop);
    let mut many = FxHashMap::default();
    let mut barriers = FxHashMap::default();
    for dependence in &found.dependences {
        let Some(band) = carrier(found, dependence).filter(|it| is_parallel(ir, it.op)) else { continue };
        let is_exact = |index: usize| {
            let it = &found.accesses[index];
            it.part == AccessPart::Whole && it.is_certain && !ir.ops[it.op].broken
        };
        let ends = (dependence.source.min(dependence.sink), dependence.source.max(dependence.sink));
        let is_atomic = |index: usize| ir.touches(found.accesses[index].op).iter().any(Touch::is_atomic);
        let is_race = dependence.unknown.is_none()
            && !(is_atomic(ends.0) && is_atomic(ends.1))
            && is_exact(ends.0)
            && is_exact(ends.1)
            && is_carried_by(ir, found, dependence, band.op);
        if !is_race || !seen.insert((band.op, ends)) {
            continue;
        }
        let barriers = barriers.entry(band.op).or_insert_with(|| Barriers::of(ir, band.op));
        if barriers.may_separate(found.accesses[ends.0].op, found.accesses[ends.1].op) {
            continue;
        }
        let (first, second) = (&found.accesses[ends.0], &found.accesses[ends.1]);
        let memref = first.memref.and_then(|it| ir.values[it].ty.as_memref());
        let (Some(memref), Ok(a), Ok(b)) = (memref, first.relation(ir), second.relation(ir)) else {
            continue;
        };
        let (part, query) = (budget.part(STEPS), RaceQuery { ir, band: band.op });
        let ends = [(ends.0, &*a), (ends.1, &*b)];
        let race = query.race(ends, &memref.dims, many.entry(band.op).or_default(), &part);
        races.extend(race.ok().flatten());
    }
    races.sort_by_key(|it| (it.first.access, it.second.access));
    races
}

fn is_parallel(ir: &Ir, op: OpId) -> bool {
    ir.is_parallel_loop(op)
}

/// The values of the loops around each of two executions: the earlier the less.
type Iterations = [Vec<Integer>; 2];

/// Two executions of operations by their numbers, with the elements that each touches.
pub(super) type Ends<'a> = [(usize, &'a AccessRelation); 2];

pub(super) struct RaceQuery<'a> {
    pub(super) ir: &'a Ir,
    pub(super) band: OpId,
}

/// [`RaceQuery::many_iterations`], once they have been asked for.
pub(super) type Many = Option<Vec<System>>;

impl RaceQuery<'_> {
    /// Of elements inside a shape with these sizes.
    pub(super) fn race(
        &self,
        [first, second]: Ends<'_>,
        sizes: &[Dim],
        many: &mut Many,
        budget: &Budget<'_>,
    ) -> Result<Option<Race>, GaveUp> {
        let mut orders = vec![(first, second)];
        if first.0 != second.0 {
            orders.push((second, first));
        }
        let mut conflicts: Vec<(Ends<'_>, Pair)> = Vec::new();
        for (source, sink) in orders {
            let (from, to) = (source.1, sink.1);
            for depth in self.depths(&from.loops) {
                for mut pair in pairs_at(from, to, depth) {
                    pair.system.within(&pair.element, sizes);
                    if depth <= common(from, to) && !pair.system.is_integer_empty(budget)? {
                        conflicts.push(([source, sink], pair));
                    }
                }
            }
        }
        let systems: Vec<&System> = conflicts.iter().map(|it| &it.1.system).collect();
        if conflicts.is_empty() || !self.is_certain(&systems, many, budget)? {
            return Ok(None);
        }
        let mut earliest: Option<(Iterations, Race)> = None;
        for (ends, pair) in &conflicts {
            let race = self.witness(ends, pair, budget)?;
            let is_earlier = |it: &(Iterations, Race)| earliest.as_ref().is_none_or(|known| it.0 < known.0);
            if let Some(race) = race.filter(is_earlier) {
                earliest = Some(race);
            }
        }
        Ok(earliest.map(|it| it.1))
    }

    /// At which depths the dimensions of the band are.
    fn depths(&self, loops: &[LoopDim]) -> Vec<usize> {
        let depths = loops.iter().enumerate().filter(|it| it.1.op == self.band);
        depths.map(|it| it.0 + 1).collect()
    }

    /// Whether they conflict for all values of the symbols with which the band has many iterations.
    fn is_certain(
        &self,
        conflicts: &[&System],
        many: &mut Many,
        budget: &Budget<'_>,
    ) -> Result<bool, GaveUp> {
        let mut symbols: Vec<ValueId> = conflicts.iter().flat_map(|it| it.symbols()).collect();
        symbols.sort_unstable();
        symbols.dedup();
        if symbols.is_empty() {
            return Ok(true);
        }
        let many = match many {
            Some(known) => known,
            None => many.insert(self.many_iterations(budget)?),
        };
        if !many.is_empty() && conflicts.iter().any(|it| holds_in_all(it, many)) {
            return Ok(true);
        }
        symbols.extend(many.iter().flat_map(System::symbols));
        symbols.sort_unstable();
        symbols.dedup();
        let dims: Vec<Variable> = symbols.iter().copied().map(Variable::Symbol).collect();
        let union = |parts: &mut dyn Iterator<Item = IntegerRelation>| {
            let mut union = Union::empty(Space::set(dims.len(), 0));
            parts.for_each(|it| union.push(it));
            union
        };
        let runs = union(&mut many.iter().map(|it| it.set(&dims, &[])));
        let races = union(&mut conflicts.iter().map(|it| it.set(&dims, &[])));
        Ok(!many.is_empty() && runs.is_subset(&races, budget)?)
    }

    /// Two iterations of the band that are far apart along each dimension that can be so long, in the same iteration of the
    /// loops around.
    fn many_iterations(&self, budget: &Budget<'_>) -> Result<Vec<System>, GaveUp> {
        let last = self.ir.loop_body(self.band).and_then(|it| self.ir.blocks[it].ops.last().copied());
        let domain = last.and_then(|it| iteration_domain(self.ir, it).ok());
        let Some(domain) = domain else { return Ok(Vec::new()) };
        let Some(band) = self.ir.counted_loop(self.band) else { return Ok(Vec::new()) };
        let mut found = Vec::new();
        for a in &domain.pieces {
            for b in &domain.pieces {
                let mut system = System::default();
                let (first, second) =
                    (system.new_loops(domain.loops.len()), system.new_loops(domain.loops.len()));
                system.add(a, &first);
                system.add(b, &second);
                let mut is_long = false;
                for (index, dim) in domain.loops.iter().enumerate() {
                    let distance = Linear::variable(second[index]).minus(&Linear::variable(first[index]));
                    if dim.op != self.band {
                        system.equalities.push(distance);
                        continue;
                    }
                    let step = band.dims.get(dim.dim).and_then(|it| it.step.constant()).unwrap_or(1);
                    let Some(far) = step.checked_mul(MANY) else { return Ok(Vec::new()) };
                    let long = system.with(distance.plus_constant(far.saturating_neg()));
                    if !long.is_integer_empty(budget)? {
                        (system, is_long) = (long, true);
                    }
                }
                // Loops of constant length: any two iterations.
                let depths = if is_long {
                    vec![None]
                } else {
                    self.depths(&domain.loops).into_iter().map(Some).collect()
                };
                for depth in depths {
                    let mut system = system.clone();
                    if let Some(depth) = depth {
                        system.ordered(&first, &second, domain.loops.len(), depth);
                    }
                    if !system.is_integer_empty(budget)? {
                        found.push(system);
                    }
                }
            }
        }
        Ok(found)
    }

    /// The first two iterations that conflict, by which others may come before, and as a race.
    fn witness(
        &self,
        [source, sink]: &Ends<'_>,
        pair: &Pair,
        budget: &Budget<'_>,
    ) -> Result<Option<(Iterations, Race)>, GaveUp> {
        let (source_loops, sink_loops) = (&source.1.loops, &sink.1.loops);
        let (system, element) = elements(pair.system.clone(), &pair.element);
        let symbols = system.symbols();
        let mut dims: Vec<Variable> = [&*pair.source, &*pair.sink, &*element].concat();
        let (first, least) = (dims.len(), system.least_at_sight(&dims));
        dims.extend(symbols.iter().copied().map(Variable::Symbol));
        let point = first_point(&system.set(&dims, &[]), first, least, budget)?;
        let Some(point) = point else { return Ok(None) };
        let (of_source, rest) = point.split_at(source_loops.len());
        let order = [of_source.to_vec(), rest.iter().take(sink_loops.len()).cloned().collect()];
        let mut values = point.into_iter();
        let mut iteration = |loops: &[LoopDim]| {
            let names = loops.iter().map(|it| it.induction_variable);
            names.zip(values.by_ref().take(loops.len()).collect::<Vec<_>>()).collect::<Vec<_>>()
        };
        let (first, second) = (iteration(source_loops), iteration(sink_loops));
        let element = values.by_ref().take(element.len()).collect();
        let symbols = symbols.into_iter().zip(values).collect();
        let (mut first, mut second) =
            (Run { access: source.0, iteration: first }, Run { access: sink.0, iteration: second });
        if first.access > second.access {
            std::mem::swap(&mut first, &mut second);
        }
        Ok(Some((order, Race { band: self.band, first, second, element, symbols })))
    }
}

/// Whether two iterations that conflict do so for all values of the symbols that other systems allow: with these
/// iterations, each row holds for the ranges of the symbols.
fn holds_in_all(conflict: &System, others: &[System]) -> bool {
    let Some(mut point) = conflict.point_at_sight() else { return false };
    point.retain(|it| it.0.as_symbol().is_none());
    let rows = conflict.with_values(&point);
    others.iter().all(|other| {
        let Some(ranges) = Ranges::of(&other.equalities, &other.inequalities) else { return true };
        let is_zero = Range { least: Some(0), greatest: Some(0) };
        rows.equalities.iter().all(|it| ranges.of_form(it) == is_zero)
            && rows.inequalities.iter().all(|it| ranges.of_form(it).least.is_some_and(|it| it >= 0))
    })
}

/// A point whose first columns are the least there are, one after the other, as far as there is such a point; `known` are
/// the values of these columns where they show.
pub(super) fn first_point(
    set: &IntegerRelation,
    columns: usize,
    known: Option<Vec<i64>>,
    budget: &Budget<'_>,
) -> Result<Option<Vec<Integer>>, GaveUp> {
    let mut set = set.clone();
    let order: Vec<usize> = (0..columns).collect();
    let least = match known {
        Some(values) => Lexmin::Point(values.into_iter().map(Integer::from).collect()),
        None => set.lexmin(&order, budget)?,
    };
    if let Lexmin::Point(values) = least {
        values.iter().enumerate().for_each(|(column, value)| set.fix(column, value));
    }
    set.sample(budget)
}

#[cfg(test)]
mod tests {
    use super::{Run, races};
    use crate::dependence::brute_force::runs;
    use crate::dependence::nest_program::{parallel, program};
    use crate::report::AccessKind;
    use base::isolated_op::isolated_ops;
    use base::workspace::Workspace;
    use proptest::prelude::*;
    use proptest::test_runner::RngSeed;
    use std::collections::{BTreeMap, BTreeSet};

    /// Barriers between the statements of the outer loop, where `places` has a bit; with each access its phase: how many
    /// barriers are before it.
    fn with_barriers(text: &str, places: u32) -> (String, Vec<usize>) {
        let (mut result, mut phases) = (String::new(), Vec::new());
        let (mut depth, mut statement, mut phase) = (0_i32, 0, 0);
        for line in text.lines() {
            // In the loop, which is in the function.
            if depth == 2 && !line.starts_with('}') {
                if places >> statement & 1 == 1 {
                    result.push_str("gpu.barrier\n");
                    phase += 1;
                }
                statement += 1;
            }
            if line.contains("affine.load") || line.contains("affine.store") {
                phases.push(phase);
            }
            depth += i32::from(line.ends_with('{')) - i32::from(line.starts_with('}'));
            result += line;
            result.push('\n');
        }
        (result, phases)
    }

    /// Compares the reported races with an execution; where `all` is set, nothing may be missing.
    fn check(text: &str, barriers: u32, all: bool) -> Result<(), TestCaseError> {
        let (text, phases) = with_barriers(&parallel(text), barriers);
        let mut workspace = Workspace::default();
        let file = workspace.add_file(&text);
        for (op, (accesses, touches)) in isolated_ops(&workspace.db, file).iter().zip(runs(&text)) {
            // With the first iterations: of the touch that comes first where iterations run one after the other, and of the
            // other.
            let mut expected = BTreeMap::new();
            for (place, a) in touches.iter().enumerate() {
                for b in &touches[place..] {
                    let writes = [a, b].iter().any(|it| accesses[it.access].kind == AccessKind::Write);
                    let is_inside = a.element.iter().all(|at| (0..100).contains(at));
                    if writes
                        && is_inside
                        && phases[a.access] == phases[b.access]
                        && a.iteration[0] != b.iteration[0]
                        && a.element == b.element
                    {
                        let ends = (a.access.min(b.access), a.access.max(b.access));
                        let iterations = (a.iteration.clone(), b.iteration.clone());
                        let first = expected.entry(ends).or_insert_with(|| iterations.clone());
                        *first = iterations.min(first.clone());
                    }
                }
            }
            let found = races(&workspace.db, *op);
            let pairs: BTreeSet<_> = found.iter().map(|it| (it.first.access, it.second.access)).collect();
            prop_assert!(pairs.iter().all(|it| expected.contains_key(it)), "{:?}: {}", pairs, text);
            prop_assert!(!all || pairs.iter().eq(expected.keys()), "{:?}: {}", pairs, text);
            for race in found {
                let values =
                    |run: &Run| -> Vec<i64> { run.iteration.iter().filter_map(|it| it.1.to_i64()).collect() };
                let (first, second) = &expected[&(race.first.access, race.second.access)];
                let runs = [values(&race.first), values(&race.second)];
                prop_assert!(runs.contains(first) && runs.contains(second), "{:?}: {}", race, text);
                for run in [&race.first, &race.second] {
                    let is_run = touches.iter().any(|it| {
                        it.access == run.access
                            && it.iteration.iter().zip(&run.iteration).all(|(a, b)| b.1 == *a)
                            && it.element.iter().zip(&race.element).all(|(a, b)| b == a)
                    });
                    prop_assert!(is_run, "{:?}: {}", race, text);
                }
                prop_assert_ne!(&race.first.iteration[0], &race.second.iteration[0]);
            }
        }
        Ok(())
    }

    proptest! {
        /// Two accesses are said to race only if running the program shows it, and as the witness says.
        #[test]
        fn random_programs_agree_with_their_execution(text in program(), barriers in any::<u32>()) {
            check(&text, barriers & barriers >> 16, false)?;
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 128, rng_seed: RngSeed::Fixed(7), ..ProptestConfig::default() })]

        /// In these programs, every race that its execution shows is found: a question that takes too long is none of theirs.
        #[test]
        fn nothing_is_missing_in_programs_that_stay_the_same(text in program()) {
            check(&text, 0, true)?;
        }
    }
}
