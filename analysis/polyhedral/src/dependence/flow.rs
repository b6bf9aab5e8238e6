//! Value-based dependences: which read sees which write (Feautrier, *Dataflow analysis of array and scalar
//! references*, 1991; Maydan, Amarasinghe and Lam, *Array data-flow analysis and its use in array privatization*, 1993).
//!
//! A memory-based RAW dependence relates a write to every later read of the element. It carries a value where no
//! other write comes between: the pairs of iterations without those for which some write between them exists, a
//! difference of unions that is exact over the integers. Writes after control that is not analysed hide nothing.
//! The iterations of `affine.parallel` count as one after the other.

#[cfg(test)]
mod tests;

use super::access_relation::AccessRelation;
use super::linear::{Linear, Variable};
use super::pairs::{common, elements, pairs_at};
use super::system::System;
use super::{AccessPart, Dependence, Dependences, LoopDim, MemrefAccess, dependences};
use crate::memory::{Memory, Sharing, classes, memory};
use crate::report::{AccessKind, Component, DependenceKind};
use base::at_once::takes_long;
use base::database::stop_if_cancelled;
use base::isolated_op::IsolatedOp;
use ir::memory_effects::{Effect, Effects};
use ir::{Ir, OpId, ValueId, meaning_of};
use presburger::{Budget, GaveUp, Integer, IntegerRelation, Optimum, Union};
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;
use std::sync::Arc;

/// Whether a RAW dependence carries a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Carries {
    /// In some pair of iterations; with the least and the greatest distance of those that do.
    Value(Vec<Component>),
    /// The element is always written again before it is read.
    Nothing,
}

/// The flow of values through memory. `None` where it is unknown.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Flow {
    /// Per dependence; `None` also for all that are not RAW.
    pub carries: Vec<Option<Carries>>,
    /// Per access: whether a read sees in some iteration what was there before the function; `None` for writes.
    pub live_in: Vec<Option<bool>>,
    /// Per access: whether no value of a write is ever read, here or later; `None` for reads.
    pub dead: Vec<Option<bool>>,
    /// The RAW dependences that nobody looked at, because those between nearer accesses took too long.
    pub left_out: usize,
}

/// The budgets of one query, of all about the dependences of one function, and of all about its accesses. The number of
/// triples grows with the cube of that of the accesses.
const STEPS: u64 = 200_000;
const TOTAL_STEPS: u64 = 6_000_000;

/// Where an edit or a cursor asks, functions with more accesses are not looked at.
pub(super) const MAX_ACCESSES: usize = 96;

/// The flow of values through the memrefs of an isolated op.
#[salsa::tracked(returns(ref))]
pub fn flow<'db>(db: &'db dyn salsa::Database, op: IsolatedOp<'db>) -> Flow {
    takes_long(db);
    let found = dependences(db, op);
    match not_asked(found) {
        None => flow_of(db, &FlowQuery::of(meaning_of(db, op), memory(db, op), found), |_| true),
        Some(_) => Flow::unknown(found),
    }
}

/// The flow to and from the accesses of one operation: of all other accesses and dependences it says nothing.
#[salsa::tracked(returns(ref))]
pub fn flow_of_access<'db>(db: &'db dyn salsa::Database, op: IsolatedOp<'db>, access: OpId) -> Flow {
    takes_long(db);
    let found = dependences(db, op);
    let own = found.accesses_of(access);
    if own.is_empty() || found.accesses.len() > MAX_ACCESSES || not_asked(found).is_some() {
        return Flow::unknown(found);
    }
    let query = FlowQuery::about(meaning_of(db, op), memory(db, op), found, &concerned(found, &own));
    flow_of(db, &query, |it| own.contains(&it))
}

/// Why no flow is computed, where that is so.
pub fn not_asked(found: &Dependences) -> Option<&'static str> {
    (!found.not_computed.is_empty()).then_some("not all pairs of accesses are computed")
}

/// Per access: whether its memory is that of one of these, or of one at the other end of a RAW dependence of theirs.
fn concerned(found: &Dependences, own: &Range<usize>) -> Vec<bool> {
    let is_own = |it: &&Dependence| own.contains(&it.source) || own.contains(&it.sink);
    let ends = found.dependences.iter().filter(|it| it.kind == DependenceKind::Raw).filter(is_own);
    let ends = ends.flat_map(|it| [it.source, it.sink]).chain(own.clone());
    let memrefs: FxHashSet<_> = ends.map(|it| found.accesses[it].memref).collect();
    found.accesses.iter().map(|it| memrefs.contains(&it.memref)).collect()
}

/// The flow of the accesses that are asked about, and of the dependences between them and others.
fn flow_of(db: &dyn salsa::Database, query: &FlowQuery<'_>, is_asked: impl Fn(usize) -> bool) -> Flow {
    let found = query.found;
    let mut flow = Flow::unknown(found);
    let stop = stop_if_cancelled(db);
    // Each query looks at all writers.
    let steps_of = |access: usize| query.writers(access).count() as u64;
    let mut is_raw: Vec<usize> = (0..found.dependences.len()).collect();
    is_raw.retain(|it| {
        let it = &found.dependences[*it];
        it.kind == DependenceKind::Raw && (is_asked(it.source) || is_asked(it.sink))
    });
    is_raw.sort_by_key(|it| found.dependences[*it].source.abs_diff(found.dependences[*it].sink));
    let mut spent = 0;
    for index in is_raw {
        if spent >= TOTAL_STEPS {
            flow.left_out += 1;
            continue;
        }
        let budget = Budget::new(STEPS).with_stop(&stop);
        flow.carries[index] = query.carries(index, &budget).ok().flatten();
        spent += budget.spent() + steps_of(found.dependences[index].sink);
    }
    let leaving = leaving(found);
    let mut spent = 0;
    for index in (0..found.accesses.len()).filter(|it| is_asked(*it)) {
        if spent >= TOTAL_STEPS {
            break;
        }
        let budget = Budget::new(STEPS).with_stop(&stop);
        match found.accesses[index].kind {
            AccessKind::Read => flow.live_in[index] = query.live_in(index, &budget).ok().flatten(),
            AccessKind::Write => {
                let carries = leaving.get(&index).into_iter().flatten().map(|it| &flow.carries[*it]);
                flow.dead[index] = query.dead(index, carries, &budget).ok().flatten();
            }
        }
        spent += budget.spent() + steps_of(index);
    }
    flow
}

/// The RAW dependences from each access.
fn leaving(found: &Dependences) -> FxHashMap<usize, Vec<usize>> {
    let mut leaving: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
    let all = found.dependences.iter().enumerate();
    for (index, it) in all.filter(|it| it.1.kind == DependenceKind::Raw) {
        leaving.entry(it.source).or_default().push(index);
    }
    leaving
}

impl Flow {
    fn unknown(found: &Dependences) -> Self {
        Self {
            carries: vec![None; found.dependences.len()],
            live_in: vec![None; found.accesses.len()],
            dead: vec![None; found.accesses.len()],
            left_out: 0,
        }
    }
}

pub(super) struct FlowQuery<'a> {
    ir: &'a Ir,
    found: &'a Dependences,
    relations: Vec<Option<Arc<AccessRelation>>>,
    /// Per access: whether it runs in every iteration of its relation.
    certain: Vec<bool>,
    /// Per access: whether something that is not analysed may touch its memory.
    disturbed: Vec<bool>,
    /// Per access: whether its memory is invisible outside.
    private: Vec<bool>,
    /// Per memref: the writes that run in every iteration of their relations, and whether all writes do.
    writers: FxHashMap<Option<ValueId>, Writers>,
    pub(super) symbols: Vec<ValueId>,
    /// By source and sink: the depths of the dependences between them; `None` where one is not known.
    depths: FxHashMap<(usize, usize), Vec<Option<usize>>>,
}

impl<'a> FlowQuery<'a> {
    fn of(ir: &'a Ir, memory: &Memory, found: &'a Dependences) -> Self {
        Self::about(ir, memory, found, &vec![true; found.accesses.len()])
    }

    /// Knows nothing of the accesses of memory that is not concerned.
    pub(super) fn about(ir: &'a Ir, memory: &Memory, found: &'a Dependences, concerned: &[bool]) -> Self {
        // Without a relation where one subscript is not one element.
        let is_exact = |it: &&MemrefAccess| !it.may_overlap && it.varies_within == 0;
        let relation = |it: &MemrefAccess| Some(it).filter(is_exact)?.relation(ir).ok();
        let relations: Vec<_> = found
            .accesses
            .iter()
            .zip(concerned)
            .map(|(it, is_concerned)| if *is_concerned { relation(it) } else { None })
            .collect();
        let mut effects = Effects::default();
        for block in &ir.regions[ir.top].blocks {
            for root in &ir.blocks[*block].ops {
                let more = Effects::of(ir, *root);
                effects.known.extend(more.known);
                effects.unknown.extend(more.unknown.into_iter().filter(|it| !is_frame(ir, *it)));
            }
        }
        let private = |memref: ValueId| memory.private_users(ir, memref).is_some();
        let touched = TouchedMemory::of(ir, memory, &found.accesses, &effects.known);
        let mut disturbed_memrefs: FxHashMap<ValueId, bool> = FxHashMap::default();
        let mut disturbed = |access: usize| {
            let Some(memref) = found.accesses[access].memref else { return true };
            *disturbed_memrefs.entry(memref).or_insert_with(|| {
                (!effects.unknown.is_empty() && !private(memref)) || touched.by_others(memory, memref)
            })
        };
        let unrelated: FxHashSet<Option<ValueId>> =
            found.accesses.iter().zip(&relations).filter(|it| it.1.is_none()).map(|it| it.0.memref).collect();
        let count = found.accesses.len();
        let mut symbols: Vec<ValueId> = relations
            .iter()
            .flatten()
            .flat_map(|relation| relation.pieces.iter().map(|piece| System::of(piece, relation.loops.len())))
            .flat_map(|(mut system, subscripts)| {
                system.equalities.extend(subscripts);
                system.symbols()
            })
            .collect();
        symbols.sort_unstable();
        symbols.dedup();
        let mut depths: FxHashMap<_, Vec<_>> = FxHashMap::default();
        for it in &found.dependences {
            let depth = if it.unknown.is_some() { None } else { Some(it.depth) };
            depths.entry((it.source, it.sink)).or_default().push(depth);
        }
        // A transfer may write later than it is started.
        let is_certain = |it: &MemrefAccess| it.part == AccessPart::Whole && it.is_certain;
        let certain: Vec<bool> = found.accesses.iter().map(is_certain).collect();
        let disturbed = (0..count)
            .map(|it| !concerned[it] || unrelated.contains(&found.accesses[it].memref) || disturbed(it));
        Self {
            ir,
            found,
            disturbed: disturbed.collect(),
            writers: Writers::by_memref(found, &certain, &relations),
            certain,
            private: (0..count)
                .map(|it| concerned[it] && found.accesses[it].memref.is_some_and(private))
                .collect(),
            relations,
            symbols,
            depths,
        }
    }

    /// Whether one access may touch at this depth what another touches later: what the dependences say already spares most
    /// queries about triples.
    fn may_follow(&self, source: usize, sink: usize, depth: usize) -> bool {
        self.depths.get(&(source, sink)).is_some_and(|it| it.contains(&None) || it.contains(&Some(depth)))
    }

    /// Whether some write may come between the two ends of a dependence.
    fn may_be_overwritten(&self, source: usize, sink: usize) -> bool {
        self.writers(sink)
            .any(|(it, _)| self.depths.contains_key(&(source, it)) && self.depths.contains_key(&(it, sink)))
    }

    /// Writes of the memref of an access that run in every iteration of their relations.
    pub(super) fn writers(&self, access: usize) -> impl Iterator<Item = (usize, &AccessRelation)> {
        let writers = self.writers.get(&self.found.accesses[access].memref);
        let certain = writers.into_iter().flat_map(|it| &it.certain);
        certain.filter_map(|it| Some((*it, self.relations[*it].as_deref()?)))
    }

    /// The relation of an access that runs in all its iterations, where all that writes its memory is known to run too.
    pub(super) fn relation_if_certain(&self, access: usize) -> Option<&AccessRelation> {
        let is_certain = self.certain[access] && !self.disturbed[access] && self.all_certain(access);
        self.relations[access].as_deref().filter(|_| is_certain)
    }

    fn carries(&self, index: usize, budget: &Budget<'_>) -> Result<Option<Carries>, GaveUp> {
        let dependence = &self.found.dependences[index];
        if dependence.kind != DependenceKind::Raw || dependence.unknown.is_some() {
            return Ok(None);
        }
        let (Some(source), Some(sink)) =
            (self.relations[dependence.source].as_deref(), self.relations[dependence.sink].as_deref())
        else {
            return Ok(None);
        };
        let is_known = !self.disturbed[dependence.sink] && self.certain[dependence.source];
        if !self.may_be_overwritten(dependence.source, dependence.sink) {
            return Ok(is_known.then(|| Carries::Value(dependence.components.to_vec())));
        }
        let mut bounds: Option<Vec<Component>> = None;
        for pair in pairs_at(source, sink, dependence.depth) {
            let (system, element) = elements(pair.system, &pair.element);
            let dims = [&*pair.source, &*pair.sink, &*element].concat();
            let set = system.set(&dims, &self.symbols);
            if set.is_integer_empty(budget)? {
                continue;
            }
            let mut between = Union::empty(set.space());
            for (index, writer) in self.writers(dependence.sink) {
                let before =
                    AccessInstance { access: dependence.source, relation: source, loops: &pair.source };
                let after = AccessInstance { access: dependence.sink, relation: sink, loops: &pair.sink };
                let written = Written { access: index, relation: writer, element: &element };
                let span = Span { after: Some(&before), before: Some(&after) };
                self.writes(&system, &dims, &written, span, &mut between, budget)?;
            }
            let rest = Union::from(set).subtract(&between, budget)?;
            for part in rest.parts() {
                let found =
                    self.distances(part, &pair.source, &pair.sink, dependence.components.len(), budget)?;
                bounds = Some(match bounds {
                    None => found,
                    Some(known) => known.into_iter().zip(found).map(|(a, b)| hull(a, b)).collect(),
                });
            }
        }
        Ok(match bounds {
            None => Some(Carries::Nothing),
            // Something may write between that is not analysed, or the write itself may not run.
            Some(components) => is_known.then_some(Carries::Value(components)),
        })
    }

    /// The least and the greatest distance over a part that is not empty.
    fn distances(
        &self,
        part: &IntegerRelation,
        source: &[Variable],
        sink: &[Variable],
        common: usize,
        budget: &Budget<'_>,
    ) -> Result<Vec<Component>, GaveUp> {
        let solver = part.solver(budget)?;
        let value = |it: Optimum| it.value().cloned();
        (0..common)
            .map(|dim| {
                let mut row = vec![Integer::ZERO; part.space().columns()];
                // The source's loops are the first columns, the sink's follow.
                row[dim] = Integer::MINUS_ONE;
                if let Some(entry) = row.get_mut(source.len() + dim).filter(|_| dim < sink.len()) {
                    *entry = Integer::ONE;
                }
                let (lower, upper) = solver.extent(&row, budget)?;
                Ok(Component { lower: value(lower), upper: value(upper) })
            })
            .collect()
    }

    /// Whether a read sees in some iteration what nothing has written.
    fn live_in(&self, access: usize, budget: &Budget<'_>) -> Result<Option<bool>, GaveUp> {
        let rest = self.untouched(access, false, budget)?;
        Ok(match rest {
            Some(false) => Some(false),
            Some(true) if !self.disturbed[access] && self.all_certain(access) => Some(true),
            _ => None,
        })
    }

    /// Whether the value of a write is never read, by the values that the RAW dependences from it carry.
    fn dead<'c>(
        &self,
        access: usize,
        carries: impl Iterator<Item = &'c Option<Carries>>,
        budget: &Budget<'_>,
    ) -> Result<Option<bool>, GaveUp> {
        let read: Vec<_> = carries.filter(|it| **it != Some(Carries::Nothing)).collect();
        if read.iter().any(|it| it.is_some()) {
            return Ok(Some(false));
        }
        if !read.is_empty() || self.disturbed[access] {
            return Ok(None);
        }
        if self.private[access] {
            return Ok(Some(true));
        }
        // Others see what is there at the end.
        Ok(self
            .untouched(access, true, budget)?
            .map(|it| !it)
            .filter(|dead| *dead || self.all_certain(access)))
    }

    fn all_certain(&self, access: usize) -> bool {
        self.writers.get(&self.found.accesses[access].memref).is_none_or(|it| it.are_all_certain)
    }

    /// Whether in some iteration of an access no write of the element comes before it (or after it).
    fn untouched(&self, access: usize, after: bool, budget: &Budget<'_>) -> Result<Option<bool>, GaveUp> {
        let Some(relation) = self.relations[access].as_deref() else { return Ok(None) };
        for piece in &relation.pieces {
            let (system, subscripts) = System::of(piece, relation.loops.len());
            let loops: Vec<Variable> = (0..relation.loops.len()).map(Variable::Loop).collect();
            let (system, element) = elements(system, &subscripts);
            let dims = [&*loops, &*element].concat();
            let set = system.set(&dims, &self.symbols);
            let mut written = Union::empty(set.space());
            for (index, writer) in self.writers(access) {
                let place = AccessInstance { access, relation, loops: &loops };
                let span = if after { Span::after(&place) } else { Span::before(&place) };
                let by = Written { access: index, relation: writer, element: &element };
                self.writes(&system, &dims, &by, span, &mut written, budget)?;
            }
            if !Union::from(set).is_subset(&written, budget)? {
                return Ok(Some(true));
            }
        }
        Ok(Some(false))
    }

    /// Adds to `union` where a writer writes the element within a span.
    pub(super) fn writes(
        &self,
        context: &System,
        dims: &[Variable],
        written: &Written<'_>,
        Span { after, before }: Span<'_>,
        union: &mut Union,
        budget: &Budget<'_>,
    ) -> Result<(), GaveUp> {
        let depths = |source: (usize, &AccessRelation), sink: (usize, &AccessRelation)| {
            common(source.1, sink.1) + usize::from(source.0 < sink.0)
        };
        let this = (written.access, written.relation);
        let first = after.map_or(1, |it| depths((it.access, it.relation), this));
        let second = before.map_or(1, |it| depths(this, (it.access, it.relation)));
        for piece in &written.relation.pieces {
            for after_depth in 1..=first {
                if after.is_some_and(|it| !self.may_follow(it.access, written.access, after_depth)) {
                    continue;
                }
                for before_depth in 1..=second {
                    if before.is_some_and(|it| !self.may_follow(written.access, it.access, before_depth)) {
                        continue;
                    }
                    let add = |mut system: System| {
                        let loops = system.new_loops(written.relation.loops.len());
                        let subscripts = system.add(piece, &loops);
                        let equal = subscripts.iter().zip(written.element);
                        let rows: Vec<_> =
                            equal.map(|(form, it)| form.minus(&Linear::variable(*it))).collect();
                        system.equalities.extend(rows);
                        if let Some(it) = after {
                            system.ordered(
                                it.loops,
                                &loops,
                                common(it.relation, written.relation),
                                after_depth,
                            );
                        }
                        if let Some(it) = before {
                            system.ordered(
                                &loops,
                                it.loops,
                                common(written.relation, it.relation),
                                before_depth,
                            );
                        }
                        system
                    };
                    if add(context.clone()).is_integer_empty(budget)? {
                        continue;
                    }
                    // Without the rows of the context there is less to subtract.
                    let part = add(context.without_rows()).set(dims, &self.symbols);
                    union.push(part);
                }
            }
        }
        Ok(())
    }

    /// Adds to `union` where a writer writes the element in a later iteration of a parallel loop that it shares with an access:
    /// that may be before the access all the same.
    pub(super) fn concurrent_writes(
        &self,
        dims: &[Variable],
        written: &Written<'_>,
        place: &AccessInstance<'_>,
        union: &mut Union,
    ) {
        let common = common(written.relation, place.relation);
        let is_parallel = |it: &LoopDim| self.ir.is_parallel_loop(it.op);
        let shared = place.relation.loops[..common].iter().enumerate();
        for (outer, _) in shared.filter(|it| is_parallel(it.1)) {
            for piece in &written.relation.pieces {
                let mut system = System::default();
                // Its numbers are those of the access.
                system.new_loops(dims.len());
                let loops = system.new_loops(written.relation.loops.len());
                let subscripts = system.add(piece, &loops);
                let equal = subscripts.iter().zip(written.element);
                let rows: Vec<_> = equal.map(|(form, it)| form.minus(&Linear::variable(*it))).collect();
                system.equalities.extend(rows);
                system.ordered(place.loops, &loops, common, outer + 1);
                union.push(system.set(dims, &self.symbols));
            }
        }
    }
}

/// The writes of one memref.
struct Writers {
    /// Accesses with a relation, in every iteration of which they run.
    certain: Vec<usize>,
    /// Whether every write runs in every iteration of its relation.
    are_all_certain: bool,
}

impl Writers {
    fn by_memref(
        found: &Dependences,
        certain: &[bool],
        relations: &[Option<Arc<AccessRelation>>],
    ) -> FxHashMap<Option<ValueId>, Self> {
        let mut writers: FxHashMap<_, Self> = FxHashMap::default();
        for (index, it) in found.accesses.iter().enumerate().filter(|it| it.1.kind == AccessKind::Write) {
            let none = || Self { certain: Vec::new(), are_all_certain: true };
            let writers = writers.entry(it.memref).or_insert_with(none);
            writers.are_all_certain &= certain[index];
            if certain[index] && relations[index].is_some() {
                writers.certain.push(index);
            }
        }
        writers
    }
}

/// The memrefs that operations touch, by classes that share no memory with each other.
struct TouchedMemory {
    by_class: Vec<Vec<ValueId>>,
    /// Of these memrefs and of those of accesses.
    classes: FxHashMap<ValueId, usize>,
    /// The memory of operations that touch unknown elements, unless they only free it.
    by_foreign: FxHashSet<ValueId>,
}

impl TouchedMemory {
    fn of(ir: &Ir, memory: &Memory, accesses: &[MemrefAccess], effects: &[Effect]) -> Self {
        let is_foreign = |it: &&Effect| ir.touches(it.op).is_empty() && !ir.ops[it.op].is_deallocation();
        let touched: FxHashSet<ValueId> = effects.iter().map(|it| it.memref).collect();
        let mut memrefs: Vec<ValueId> = touched.iter().copied().collect();
        memrefs.extend(accesses.iter().filter_map(|it| it.memref).filter(|it| !touched.contains(it)));
        memrefs.sort_unstable();
        memrefs.dedup();
        let numbers = classes(memrefs.iter().map(|it| memory.origins(*it)));
        let mut by_class = vec![Vec::new(); memrefs.len()];
        for (memref, class) in memrefs.iter().zip(&numbers).filter(|it| touched.contains(it.0)) {
            by_class[*class].push(*memref);
        }
        Self {
            by_class,
            classes: memrefs.into_iter().zip(numbers).collect(),
            by_foreign: effects.iter().filter(is_foreign).map(|it| it.memref).collect(),
        }
    }

    /// Whether more than accesses with subscripts of this very memref may touch its memory.
    fn by_others(&self, memory: &Memory, memref: ValueId) -> bool {
        let touched = self.classes.get(&memref).and_then(|it| self.by_class.get(*it));
        touched.into_iter().flatten().any(|it| match memory.sharing(memref, *it) {
            Sharing::Same => self.by_foreign.contains(it),
            Sharing::Possible => true,
            Sharing::None => false,
        })
    }
}

/// An execution that something comes before or after.
pub(super) struct AccessInstance<'a> {
    pub(super) access: usize,
    pub(super) relation: &'a AccessRelation,
    pub(super) loops: &'a [Variable],
}

/// The executions after one and before another; `None` where that end is open.
#[derive(Clone, Copy)]
pub(super) struct Span<'a> {
    after: Option<&'a AccessInstance<'a>>,
    before: Option<&'a AccessInstance<'a>>,
}

impl<'a> Span<'a> {
    fn after(place: &'a AccessInstance<'a>) -> Self {
        Self { after: Some(place), before: None }
    }

    pub(super) fn before(place: &'a AccessInstance<'a>) -> Self {
        Self { after: None, before: Some(place) }
    }
}

/// A write of an element.
pub(super) struct Written<'a> {
    pub(super) access: usize,
    pub(super) relation: &'a AccessRelation,
    pub(super) element: &'a [Variable],
}

/// Whether an operation only surrounds those of an isolated op.
fn is_frame(ir: &Ir, op: OpId) -> bool {
    ir.ops[op].is_function_or_module() || ir.ops[op].has_trait("ReturnLike")
}

fn hull(a: Component, b: Component) -> Component {
    Component {
        lower: a.lower.zip(b.lower).map(|(a, b)| a.min(b)),
        upper: a.upper.zip(b.upper).map(|(a, b)| a.max(b)),
    }
}
