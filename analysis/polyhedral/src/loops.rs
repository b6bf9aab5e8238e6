//! Loops: how often they run, whether their iterations are independent, what they reduce, how their accesses move.
//!
//! Comes from [`ir`] and [`crate::dependence`]; hovers, lenses, hints and `loops` come after it.

pub mod band;
pub mod bounds;
pub mod condition;
mod cycle_ratio;
pub mod footprint;
pub mod initiation_interval;
mod iterations;
pub mod out_of_bounds;
pub mod parallelism;
pub mod reduction;
pub mod stride;
pub mod symbolic_trip_count;
#[cfg(test)]
mod tests;
mod text;
pub mod trip_count;
pub mod trip_range;
pub mod uncounted;

pub use text::{bound_text, bounds_text};

use crate::dependence::concern::{Concern, dependences_around, dependences_concerning, has_few_accesses};
use crate::dependence::{Dependences, MemrefAccess, dependences};
use base::at_once::takes_long;
use base::database::stop_if_cancelled;
use base::isolated_op::IsolatedOp;
use footprint::Footprint;
use ir::types::Type;
use ir::{Ir, OpId, meaning_of};
use parallelism::Parallelism;
use presburger::{Budget, Integer};
use reduction::{Folds, Reduction};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;
use symbolic_trip_count::TripCount;

/// One `affine.for` or `affine.parallel`; all dimensions of the latter are one loop.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Loop {
    pub op: OpId,
    /// Index of the loop around it.
    pub parent: Option<usize>,
    /// Number of loops around it, and itself.
    pub depth: usize,
    pub trip_count: TripCount,
    /// The least and the greatest trip count over all runs of the loop, both attained for some values of the
    /// symbols; `None` on the right where there is no greatest. `None` where nothing is known.
    pub trip_range: Option<(Integer, Option<Integer>)>,
    /// In all runs together; `None` where symbols decide on it, or it is not known.
    pub iterations: Option<Integer>,
    pub parallelism: Parallelism,
    /// Indices of the dependences that it carries or may carry, without those of memory that each iteration makes for itself.
    pub carried: Vec<usize>,
    pub reductions: Vec<Reduction>,
}

/// The memory that a loop touches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoopMemory {
    /// How each access moves from one iteration to the next.
    pub accesses: Vec<LoopAccess>,
    /// Bytes of the elements that one run of the loop touches. `None` where not known, and where it touches none.
    pub bytes: Option<Bytes>,
}

/// An access inside a loop.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoopAccess {
    /// Index into the accesses of [`Dependences`].
    pub access: usize,
    /// Elements from one iteration of the loop to the next, in the memory that the memref's layout describes; `None` where
    /// that is not a constant, and for `affine.parallel`.
    pub stride: Option<Integer>,
    /// Of one run of the loop.
    pub footprint: Option<Footprint>,
}

/// The memory that one run of a loop touches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bytes {
    pub number: Integer,
    /// Whether it is the number itself: what several accesses touch counts once. Else it is at most this many.
    pub is_exact: bool,
}

/// All loops of one isolated op.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Loops {
    /// In program order.
    pub loops: Vec<Loop>,
    /// Permutable bands of at least two loops, outermost first: indices of loops.
    pub bands: Vec<Vec<usize>>,
}

impl Loops {
    pub fn of(&self, op: OpId) -> Option<&Loop> {
        self.loops.iter().find(|it| it.op == op)
    }
}

/// The loops of an isolated op.
#[salsa::tracked(returns(ref))]
pub fn loops<'db>(db: &'db dyn salsa::Database, op: IsolatedOp<'db>) -> Loops {
    takes_long(db);
    let ir = meaning_of(db, op);
    let found = dependences(db, op);
    let stop = stop_if_cancelled(db);
    let loops = loops_among(ir, found, |_| true, &stop);
    let bands = band::bands(ir, found, &loops);
    Loops { loops, bands }
}

/// The loops in the outermost ones that are wanted, and dependences among which are all between accesses inside of each of
/// these. Where the isolated op has few accesses, both are those of all of it.
pub fn loops_around<'db>(
    db: &'db dyn salsa::Database,
    op: IsolatedOp<'db>,
    is_wanted: impl Fn(OpId) -> bool,
) -> (&'db Dependences, &'db Loops) {
    if has_few_accesses(db, op) {
        return (dependences(db, op), loops(db, op));
    }
    let ir = meaning_of(db, op);
    let outermost: Arc<[OpId]> = outermost_loops(ir).filter(|it| is_wanted(*it)).collect();
    let found = dependences_concerning(db, op, Concern::Within(outermost.clone()));
    (found, loops_inside(db, op, outermost))
}

/// Of some outermost loops.
#[salsa::tracked(returns(ref))]
fn loops_inside<'db>(db: &'db dyn salsa::Database, op: IsolatedOp<'db>, outermost: Arc<[OpId]>) -> Loops {
    takes_long(db);
    let ir = meaning_of(db, op);
    let found = dependences_concerning(db, op, Concern::Within(outermost.clone()));
    let stop = stop_if_cancelled(db);
    let is_inside = |it: OpId| {
        let before = outermost.partition_point(|outer| *outer <= it);
        before.checked_sub(1).is_some_and(|before| it <= ir.last_inside(outermost[before]))
    };
    let loops = loops_among(ir, found, is_inside, &stop);
    let bands = band::bands(ir, found, &loops);
    Loops { loops, bands }
}

/// The loops in no other, in text order.
fn outermost_loops(ir: &Ir) -> impl Iterator<Item = OpId> + '_ {
    let mut last = None;
    ir.ops.iter().map(|it| it.0).filter(move |op| {
        let is_outermost = ir.is_counted_loop(*op) && last.is_none_or(|it| *op > it);
        if is_outermost {
            last = Some(ir.last_inside(*op));
        }
        is_outermost
    })
}

/// Those of the loops that are wanted, given all dependences between accesses inside of them. Each has the index of the
/// nearest wanted one around it.
pub fn loops_among(
    ir: &Ir,
    found: &Dependences,
    is_wanted: impl Fn(OpId) -> bool,
    stop: &dyn Fn() -> bool,
) -> Vec<Loop> {
    let folds = Folds::of(ir, found);
    let mut all_carried = parallelism::carried(ir, found);
    let mut loops: Vec<Loop> = Vec::new();
    let mut numbers: FxHashMap<OpId, usize> = FxHashMap::default();
    for op in ir.walk() {
        let is_loop = |op: OpId| ir.is_counted_loop(op);
        if !is_loop(op) || !is_wanted(op) {
            continue;
        }
        let parent = ir.ancestors(op).find_map(|it| numbers.get(&it).copied());
        let depth = ir.ancestors(op).filter(|it| is_loop(*it)).count() + 1;
        numbers.insert(op, loops.len());
        let carried = all_carried.remove(&op).unwrap_or_default();
        let reductions = folds.of_loop(op, &carried);
        let parallelism = parallelism::of_loop(ir, found, op, &carried, &reductions);
        loops.push(Loop {
            op,
            parent,
            depth,
            trip_count: symbolic_trip_count::trip_count(ir, op),
            trip_range: trip_range::trip_range(ir, op, stop),
            iterations: iterations::iterations(ir, op, stop),
            parallelism,
            carried,
            reductions,
        });
    }
    loops
}

/// The memory that a loop of an isolated op touches; takes longer to find than all else about the loop.
#[salsa::tracked(returns(ref))]
pub fn loop_memory<'db>(db: &'db dyn salsa::Database, op: IsolatedOp<'db>, loop_: OpId) -> LoopMemory {
    takes_long(db);
    // Accesses alone are of interest.
    let (ir, found) = (meaning_of(db, op), dependences_around(db, op, |_| false));
    let stop = stop_if_cancelled(db);
    let accesses = accesses_of(ir, found, loop_, &stop);
    LoopMemory { bytes: bytes(ir, found, loop_, &accesses, &stop), accesses }
}

/// The names of the iteration arguments that a loop hands on without folding them.
pub fn unfolded_arguments(ir: &Ir, loop_: &Loop) -> Vec<String> {
    let Some(counted) = ir.counted_loop(loop_.op) else { return Vec::new() };
    let arguments = &ir.blocks[counted.body].arguments;
    let is_folded =
        |index| loop_.reductions.iter().any(|it| it.via == reduction::Via::IterationArgument(index));
    let carried = counted.carried().into_iter().enumerate().filter(|it| !is_folded(it.0));
    carried.filter_map(|it| Some(ir::value_name(ir, *arguments.get(it.1.argument)?))).collect()
}

/// The budgets of the footprint of one access and of all accesses of one loop, and the least cost of each. Footprints
/// beyond them are unknown.
const STEPS_PER_ACCESS: u64 = 300_000;
const STEPS_PER_LOOP: u64 = 30_000_000;
const LEAST_STEPS_PER_ACCESS: u64 = 10_000;

fn accesses_of(ir: &Ir, found: &Dependences, op: OpId, stop: &dyn Fn() -> bool) -> Vec<LoopAccess> {
    let inside = found.accesses.iter().enumerate().filter(|(_, it)| it.loops.iter().any(|dim| dim.op == op));
    let mut spent = 0;
    inside
        .map(|(access, it)| {
            let footprint = (spent < STEPS_PER_LOOP && it.varies_within == 0).then(|| {
                let budget = Budget::new(STEPS_PER_ACCESS).with_stop(stop);
                let footprint = footprint::of_run(ir, it, op, &budget);
                spent += budget.spent().max(LEAST_STEPS_PER_ACCESS);
                footprint
            });
            LoopAccess { access, stride: stride::along(ir, it, op), footprint: footprint.flatten() }
        })
        .collect()
}

/// The sum over the memories: exact for an outermost loop if each is one memref and no symbol decides, else a bound by the
/// sum over the accesses.
fn bytes(
    ir: &Ir,
    found: &Dependences,
    op: OpId,
    accesses: &[LoopAccess],
    stop: &dyn Fn() -> bool,
) -> Option<Bytes> {
    if accesses.is_empty() || !found.unanalysed_inside(ir, op).is_empty() {
        return None;
    }
    let mut memories: FxHashMap<usize, Vec<(&MemrefAccess, &LoopAccess)>> = FxHashMap::default();
    for it in accesses {
        let access = found.accesses.get(it.access)?;
        // Subscripts do not count the elements of views that are others in each iteration.
        if access.varies_within > 0 {
            return None;
        }
        memories.entry(access.class?).or_default().push((access, it));
    }
    let mut sum = Bytes { number: Integer::ZERO, is_exact: true };
    for accesses in memories.values() {
        let (first, _) = accesses.first()?;
        let Type::MemRef(memref) = &ir.values[first.memref?].ty else { return None };
        let size = Integer::from(i64::try_from(memref.element.size_in_bytes()?).ok()?);
        let is_outermost = first.loops.first().is_some_and(|it| it.op == op);
        let is_one_memref = accesses.iter().all(|it| it.0.memref == first.memref);
        let exact = if is_outermost && is_one_memref {
            let accesses: Vec<_> = accesses.iter().map(|it| it.0).collect();
            footprint::distinct_elements(ir, &accesses, stop)
        } else {
            None
        };
        let footprint = match exact {
            Some(elements) => Footprint { elements, is_exact: true },
            None => sum_of_footprints(ir, accesses)?,
        };
        sum.is_exact &= footprint.is_exact && !accesses.iter().any(|it| it.0.may_overlap);
        sum.number = &sum.number + &(&size * &footprint.elements);
    }
    Some(sum)
}

/// Those of the same element in each iteration count once; the sum is a bound where others remain.
fn sum_of_footprints(ir: &Ir, accesses: &[(&MemrefAccess, &LoopAccess)]) -> Option<Footprint> {
    let mut sum = Footprint { elements: Integer::ZERO, is_exact: true };
    let mut seen = FxHashSet::default();
    for (access, it) in accesses {
        if let Some(element) = reduction::element(ir, access.op)
            && !seen.insert(element)
        {
            continue;
        }
        let footprint = it.footprint.as_ref()?;
        sum.is_exact = sum.elements.is_zero() && footprint.is_exact;
        sum.elements = &sum.elements + &footprint.elements;
    }
    Some(sum)
}
