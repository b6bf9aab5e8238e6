//! Which pairs of accesses are computed: those that stand close together before those that stand far apart, as many as
//! the bounds on work and memory allow.
//!
//! Thousands of accesses of one memory are millions of pairs; see [`NotComputed`] for what becomes of the rest.

use super::not_computed::Group;
use super::ordered_pair::{OrderedPair, Unbounded, common_loops, dependence_kind};
use super::pair_problem::{Conflicts, Order};
use super::pair_solver::{PairSolver, Placed};
use super::{Dependence, MemrefAccess, NOT_COMPUTED, NotComputed};
use base::source_file::Pairs;
use ir::{Ir, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// What the pairs of one function may cost where all of them can be computed: so much, and so much more per pair.
const STEPS_FOR_ALL: u64 = 300_000_000;
const STEPS_PER_FUNCTION: u64 = 50_000_000;
const MEAN_STEPS_PER_PAIR: u64 = 10_000;
/// And where they are too many, so that only those that stand close together are.
const STEPS_FOR_SOME: u64 = 80_000_000;

/// So many pairs and dependences of one function are kept.
const MOST_ENTRIES: u64 = 1_000_000;

/// So many components of distances take as much memory as a dependence without them.
const COMPONENTS_PER_ENTRY: u64 = 3;

/// So many numbers in the shapes of all accesses of one function are kept.
const MOST_NUMBERS: usize = 2_000_000;

/// So many pairs get an entry each, however little is known about them.
pub(super) const PAIRS_WITH_ENTRIES: u64 = 10_000;

/// What all pairs of one function together may cost.
fn steps(pairs: u64, wanted: Pairs) -> u64 {
    if wanted != Pairs::Bounded {
        return u64::MAX;
    }
    let for_all = pairs.saturating_mul(MEAN_STEPS_PER_PAIR).saturating_add(STEPS_PER_FUNCTION);
    if for_all <= STEPS_FOR_ALL { for_all } else { STEPS_FOR_SOME }
}

/// The dependences between accesses of each group that are asked about, those of one pair by depth, and what is not computed
/// of them.
pub(super) fn walk(
    db: &dyn salsa::Database,
    ir: &Ir,
    accesses: &[MemrefAccess],
    mut groups: Vec<Group>,
    wanted: Pairs,
    is_asked: impl Fn(&(usize, usize)) -> bool,
) -> (Vec<Dependence>, Vec<NotComputed>) {
    let pairs = groups.iter().map(|it| it.count(0)).fold(0, u64::saturating_add);
    // Between the first and the last access of all groups.
    let first = groups.iter().filter_map(Group::first).min().unwrap_or_default();
    let behind = groups.iter().filter_map(Group::last).max().map_or(first, |it| it + 1);
    let mut is_needed = vec![pairs > PAIRS_WITH_ENTRIES; behind - first];
    if pairs <= PAIRS_WITH_ENTRIES {
        let all = groups.iter().flat_map(|group| (0..group.len()).flat_map(|apart| group.pairs(apart)));
        all.filter(&is_asked).flat_map(|it| [it.0, it.1]).for_each(|it| is_needed[it - first] = true);
    }
    let mut walk = Walk {
        db,
        ir,
        accesses,
        first,
        placed: placed(db, ir, &accesses[first..behind], &is_needed),
        solver: PairSolver::new(db, steps(pairs, wanted)),
        wanted,
        unbounded: Unbounded::default(),
        may_alias: FxHashMap::default(),
        pairs: 0,
        entries: 0,
        dependences: Vec::new(),
    };
    let mut not_computed = Vec::new();
    let mut apart = 0;
    while !groups.is_empty() {
        groups.retain(|group| {
            if walk.is_spent() {
                not_computed.extend(NotComputed::of(group, apart));
                return false;
            }
            group.pairs(apart).filter(&is_asked).for_each(|it| walk.look_at(it));
            group.len() > apart + 1
        });
        apart += 1;
    }
    let reason = NOT_COMPUTED.into();
    for pair in not_computed.iter().flat_map(NotComputed::nearest) {
        walk.unknown(pair, &reason);
    }
    (walk.dependences, not_computed)
}

/// What each access that pairs need contributes to problems, or why that is not known.
fn placed<'db>(
    db: &'db dyn salsa::Database,
    ir: &Ir,
    accesses: &[MemrefAccess],
    is_needed: &[bool],
) -> Vec<Placed<'db>> {
    let mut shapes = FxHashSet::default();
    let mut numbers = 0_usize;
    let not_needed: Arc<str> = Arc::from("it is in no pair");
    let placed = accesses.iter().zip(is_needed).map(|(it, is_needed)| {
        db.unwind_if_revision_cancelled();
        if !is_needed {
            return Placed::unknown(not_needed.clone());
        }
        if numbers > MOST_NUMBERS {
            return Placed::unknown("the accesses of the function depend on too many values".into());
        }
        let placed = Placed::of(db, ir, it);
        let new = placed.shapes().filter(|it| shapes.insert(*it));
        numbers += new.map(|it| it.content(db).numbers()).sum::<usize>();
        placed
    });
    placed.collect()
}

struct Walk<'db, 'a> {
    db: &'db dyn salsa::Database,
    ir: &'a Ir,
    accesses: &'a [MemrefAccess],
    /// The first access that is placed.
    first: usize,
    placed: Vec<Placed<'db>>,
    solver: PairSolver<'db>,
    wanted: Pairs,
    unbounded: Unbounded,
    /// Why pairs of two memrefs are not known: they are different ones, or one whose layout is not injective.
    may_alias: FxHashMap<(Option<ValueId>, Option<ValueId>), Arc<str>>,
    pairs: u64,
    entries: u64,
    dependences: Vec<Dependence>,
}

impl<'db, 'a> Walk<'db, 'a> {
    /// Whether pairs that stand farther apart are left out.
    fn is_spent(&self) -> bool {
        match self.wanted {
            Pairs::Bounded => {
                let is_spent = self.solver.is_spent() || self.entries > MOST_ENTRIES;
                is_spent && self.pairs > PAIRS_WITH_ENTRIES
            }
            Pairs::AtMost(pairs) => self.pairs >= pairs,
            Pairs::All => false,
        }
    }

    /// Both orders of two accesses; the first one is not after the second in the text.
    fn look_at(&mut self, pair: (usize, usize)) {
        // An edit waits for none of them.
        self.db.unwind_if_revision_cancelled();
        self.pairs += 1;
        self.entries += 1;
        let (first, second) = pair;
        let (a, b) = (&self.accesses[first], &self.accesses[second]);
        if a.memref != b.memref {
            if a.origins.may_share(&b.origins) {
                self.may_alias(pair);
            }
            return;
        }
        if a.may_overlap {
            return self.may_overlap(pair);
        }
        let (placed, other) = (&self.placed[first - self.first], &self.placed[second - self.first]);
        let (from, to) = match placed.comparable(other) {
            Ok(forms) => forms,
            Err(reason) => return self.unknown(pair, &reason),
        };
        let Some((conflicts, order)) = self.solver.solve(from, to, common_loops(a, b)) else {
            return self.unknown(pair, &"the exact test takes too long".into());
        };
        match from.left_out.as_ref().or(to.left_out.as_ref()).cloned() {
            Some(reason) => self.perhaps(pair, (conflicts, order), &reason),
            None => self.known(pair, conflicts, order),
        }
    }

    fn known(&mut self, pair: (usize, usize), conflicts: &Conflicts, order: Order) {
        let MemrefAccess { varies_within, made_within, .. } = self.accesses[pair.0];
        let one_memory_from = varies_within.max(made_within);
        let name = self.name(self.accesses[pair.0].memref);
        let varying: Arc<str> = format!("`{name}` may be other memory in each iteration").into();
        for (source, sink, order) in both_orders(pair, order) {
            let Some(ordered) = self.ordered(source, sink) else { continue };
            // Between iterations that have memrefs of their own subscripts say nothing.
            let found =
                ordered.dependences(conflicts, order).into_iter().filter(|it| it.depth > one_memory_from);
            found.for_each(|it| self.keep(it));
            if varies_within > 0 {
                let components = self.unbounded.components(varies_within);
                let perhaps = self.ordered(source, sink).and_then(|it| it.unknown(&varying, &components));
                perhaps.into_iter().for_each(|it| self.keep(it));
            }
        }
    }

    /// Not all that restricts the iterations is known: conflicts that are found may not exist, others do not.
    fn perhaps(&mut self, pair: (usize, usize), (conflicts, order): (&Conflicts, Order), reason: &Arc<str>) {
        if self.accesses[pair.0].varies_within > 0 && conflicts.exist() {
            return self.unknown(pair, reason);
        }
        for (source, sink, order) in both_orders(pair, order) {
            let outermost =
                |it: OrderedPair<'_>| it.dependences(conflicts, order).iter().map(|it| it.depth).min();
            let Some(depth) = self.ordered(source, sink).and_then(outermost) else { continue };
            let common = common_loops(&self.accesses[source], &self.accesses[sink]);
            let components = self.unbounded.at_depth(depth, common);
            let found = self.ordered(source, sink).and_then(|it| it.unknown(reason, &components));
            found.into_iter().for_each(|it| self.keep(Dependence { depth, ..it }));
        }
    }

    fn unknown(&mut self, pair: (usize, usize), reason: &Arc<str>) {
        for (source, sink, _) in both_orders(pair, Order::AsStated) {
            self.unknown_order(source, sink, reason);
        }
    }

    /// Two memrefs that may be one memory.
    fn may_alias(&mut self, pair: (usize, usize)) {
        for (source, sink, _) in both_orders(pair, Order::AsStated) {
            let memrefs = (self.accesses[source].memref, self.accesses[sink].memref);
            let names = (self.name(memrefs.0), self.name(memrefs.1));
            let text = || format!("`{}` and `{}` may be the same memory", names.0, names.1);
            let reason = self.may_alias.entry(memrefs).or_insert_with(|| text().into()).clone();
            self.unknown_order(source, sink, &reason);
        }
    }

    /// One memref, of which subscripts do not tell which elements are the same.
    fn may_overlap(&mut self, pair: (usize, usize)) {
        let memref = self.accesses[pair.0].memref;
        let name = self.name(memref);
        let text = || format!("the layout of `{name}` may map different subscripts to one element");
        let reason = self.may_alias.entry((memref, memref)).or_insert_with(|| text().into()).clone();
        self.unknown(pair, &reason);
    }

    fn unknown_order(&mut self, source: usize, sink: usize, reason: &Arc<str>) {
        let common = common_loops(&self.accesses[source], &self.accesses[sink]);
        let components = self.unbounded.components(common);
        let found = self.ordered(source, sink).and_then(|it| it.unknown(reason, &components));
        found.into_iter().for_each(|it| self.keep(it));
    }

    fn keep(&mut self, found: Dependence) {
        let loops = found.components.len() as u64;
        // One that is not known is listed by each of the loops; its components are shared.
        self.entries += 1 + if found.unknown.is_some() { loops } else { loops / COMPONENTS_PER_ENTRY };
        self.dependences.push(found);
    }

    fn name(&self, memref: Option<ValueId>) -> &'a str {
        memref.map_or("", |it| &self.ir.values[it].name)
    }

    fn ordered(&self, source: usize, sink: usize) -> Option<OrderedPair<'_>> {
        let (a, b) = (&self.accesses[source], &self.accesses[sink]);
        let kind = dependence_kind(a.kind, b.kind)?;
        let common = common_loops(a, b);
        Some(OrderedPair { ir: self.ir, accesses: self.accesses, source, sink, kind, common })
    }
}

/// Source, sink and what their order is in the problem that `order` is about, for both orders of a pair.
fn both_orders((first, second): (usize, usize), order: Order) -> impl Iterator<Item = (usize, usize, Order)> {
    let back = (first != second).then_some((second, first, order.opposite()));
    [(first, second, order)].into_iter().chain(back)
}
