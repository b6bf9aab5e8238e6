//! Which iterations depend on which, exactly over the integers, for all affine accesses of one isolated op.
//!
//! Comes from [`crate::ir`]; hovers, `deps`, loop parallelism and every transformation's legality come after it.

mod access_relation;
mod access_shape;
#[cfg(test)]
mod access_tests;
mod alias;
#[cfg(test)]
pub(crate) mod brute_force;
pub(crate) mod flow;
#[cfg(test)]
mod hostile_tests;
mod linear;
mod memref_access;
#[cfg(test)]
pub(crate) mod nest_program;
mod pair_problem;
pub(crate) mod pairs;
#[cfg(test)]
mod random_program;
mod system;
pub(crate) mod tableau;
#[cfg(test)]
mod tests;
mod unanalysed;

pub(crate) use access_relation::{
    AccessRelation, Piece, access_relation, constraints_relation, iteration_domain, repeats, results_relation,
};
pub(crate) use alias::Aliases;
pub(crate) use linear::{Linear, Variable};
pub(crate) use memref_access::{AccessPart, MemrefAccess};
pub(crate) use system::System;
pub(crate) use unanalysed::Unanalysed;

use crate::ir::{Ir, OpId, OpKind, ValueId};
use crate::isolated_op::IsolatedOp;
use crate::memory_effects::Memory;
use crate::report::{AccessKind, Component, DependenceKind};
use access_shape::PlacedShape;
use memref_access::memref_accesses;
use pair_problem::{Conflicts, Order, PairProblem, Shape, conflicts};
use presburger::Integer;
use rustc_hash::{FxHashMap, FxHashSet};

/// One dimension of a loop: an `affine.for` has one, an `affine.parallel` one per induction variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct LoopDim {
    pub(crate) op: OpId,
    pub(crate) dim: usize,
    pub(crate) induction_variable: ValueId,
}

/// A dependence from `source` to `sink` (indices into [`Dependences::accesses`]) at one depth; see
/// [`crate::report::Dependence`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Dependence {
    pub(crate) source: usize,
    pub(crate) sink: usize,
    pub(crate) kind: DependenceKind,
    pub(crate) depth: usize,
    pub(crate) components: Vec<Component>,
    pub(crate) distances: Option<Vec<Vec<Integer>>>,
    /// Why nothing more is known; it counts as a dependence all the same.
    pub(crate) unknown: Option<String>,
}

/// All of one isolated op.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Dependences {
    /// In program order.
    pub(crate) accesses: Vec<MemrefAccess>,
    /// By source, sink, depth.
    pub(crate) dependences: Vec<Dependence>,
    /// What else touches memory, in program order.
    pub(crate) unanalysed: Vec<Unanalysed>,
}

/// The loops around an operation, outermost first.
pub(crate) fn enclosing_loops(ir: &Ir, op: OpId) -> Vec<LoopDim> {
    let mut found: Vec<LoopDim> = Vec::new();
    for ancestor in ir.ancestors(op) {
        let dims = match &ir.ops[ancestor].kind {
            OpKind::For(_) => 1,
            OpKind::Parallel(parallel) => parallel.lower.len(),
            _ => continue,
        };
        let Some(body) = ir.body(ancestor) else { continue };
        let arguments = &ir.blocks[body].arguments;
        found.extend(
            (0..dims).rev().filter_map(|dim| {
                Some(LoopDim { op: ancestor, dim, induction_variable: *arguments.get(dim)? })
            }),
        );
    }
    found.reverse();
    found
}

/// The accesses of an isolated op and the dependences between them.
#[salsa::tracked(returns(ref))]
pub(crate) fn dependences<'db>(db: &'db dyn salsa::Database, op: IsolatedOp<'db>) -> Dependences {
    let ir = crate::ir::ir(db, op);
    let memory = Memory::of(ir);
    let accesses = memref_accesses(ir, &memory);
    let placed: Vec<_> = accesses.iter().map(|it| Placed::of(db, ir, it)).collect();
    let mut together: FxHashMap<ValueId, Vec<usize>> = FxHashMap::default();
    for (index, access) in accesses.iter().enumerate() {
        if let Some(group) = access.group {
            together.entry(group).or_default().push(index);
        }
    }
    let mut solver = PairSolver::new(db, accesses.len());
    let mut dependences = Vec::new();
    for (source, a) in accesses.iter().enumerate() {
        // Thousands of accesses are millions of pairs, and an edit waits for none of them.
        db.unwind_if_revision_cancelled();
        let others = a.group.and_then(|it| together.get(&it)).map(Vec::as_slice).unwrap_or_default();
        for &sink in others {
            let b = &accesses[sink];
            let Some(kind) = dependence_kind(a.kind, b.kind) else { continue };
            let pair = Pair { ir, source: a, sink: b, textual_order: source < sink };
            let found = match (&placed[source], &placed[sink]) {
                _ if a.memref != b.memref => pair.unknown(&pair.may_alias()),
                (Err(reason), _) | (_, Err(reason)) => pair.unknown(reason),
                (Ok(from), Ok(to)) => {
                    let (conflicts, order) = if source <= sink {
                        solver.solve((source, from), (sink, to), pair.common_loops())
                    } else {
                        let (conflicts, order) =
                            solver.solve((sink, to), (source, from), pair.common_loops());
                        (conflicts, order.opposite())
                    };
                    pair.dependences(conflicts, order)
                }
            };
            dependences.extend(found.into_iter().map(|it| Dependence { source, sink, kind, ..it }));
        }
    }
    let unanalysed = unanalysed::unanalysed(ir, &memory);
    Dependences { accesses, dependences, unanalysed }
}

/// All pairs of one function together may cost so much, and so much more per pair up to the most; those that come after
/// are unknown.
const STEPS_PER_FUNCTION: u64 = 50_000_000;
const MEAN_STEPS_PER_PAIR: u64 = 10_000;
const MOST_STEPS_PER_FUNCTION: u64 = 300_000_000;
/// What it takes to put a problem together, in steps.
const STEPS_PER_PROBLEM: u64 = 10_000;

/// Solves the problems of one function, each once.
struct PairSolver<'db> {
    db: &'db dyn salsa::Database,
    /// By the accesses in textual order.
    solved: FxHashMap<(usize, usize), (Option<&'db Conflicts>, Order)>,
    counted: FxHashSet<PairProblem<'db>>,
    steps_left: u64,
}

impl<'db> PairSolver<'db> {
    fn new(db: &'db dyn salsa::Database, accesses: usize) -> Self {
        let pairs = (accesses as u64).saturating_mul(accesses as u64) / 2;
        let steps = pairs.saturating_mul(MEAN_STEPS_PER_PAIR).saturating_add(STEPS_PER_FUNCTION);
        let steps_left = steps.min(MOST_STEPS_PER_FUNCTION);
        Self { db, solved: FxHashMap::default(), counted: FxHashSet::default(), steps_left }
    }

    /// `None` if that takes too long.
    fn solve(
        &mut self,
        (first, a): (usize, &Placed<'db>),
        (second, b): (usize, &Placed<'db>),
        common: usize,
    ) -> (Option<&'db Conflicts>, Order) {
        if let Some(known) = self.solved.get(&(first, second)) {
            return *known;
        }
        let (problem, order) = a.problem(self.db, b, common);
        let mut found = None;
        if self.steps_left > 0 {
            let solution = conflicts(self.db, problem);
            if self.counted.insert(problem) {
                self.steps_left = self.steps_left.saturating_sub(solution.steps.max(STEPS_PER_PROBLEM));
            }
            found = solution.conflicts.as_ref().ok();
        }
        self.solved.insert((first, second), (found, order));
        (found, order)
    }
}

/// What an access contributes to problems: its shape, which value each symbol of that is, and what is to be added
/// to its subscripts.
struct Placed<'db> {
    shape: Shape<'db>,
    symbols: Vec<ValueId>,
    offset: Vec<Integer>,
}

impl<'db> Placed<'db> {
    fn of(db: &'db dyn salsa::Database, ir: &Ir, access: &MemrefAccess) -> Result<Self, String> {
        let PlacedShape { shape, symbols, offset } = PlacedShape::of(&access.relation(ir)?);
        Ok(Self { shape: Shape::new(db, shape), symbols, offset })
    }

    fn problem(
        &self,
        db: &'db dyn salsa::Database,
        other: &Self,
        common: usize,
    ) -> (PairProblem<'db>, Order) {
        let offset = self.offset.iter().zip(&other.offset).map(|(a, b)| b - a).collect();
        let shared = self.symbols.iter().enumerate().filter_map(|(index, symbol)| {
            let of_other = other.symbols.iter().position(|it| it == symbol)?;
            Some((u32::try_from(index).ok()?, u32::try_from(of_other).ok()?))
        });
        PairProblem::of(db, (self.shape, other.shape), offset, shared.collect(), common)
    }
}

/// The access relation of an affine load or store.
pub(crate) fn relation_of(ir: &Ir, op: OpId) -> Result<AccessRelation, String> {
    match &ir.ops[op].kind {
        OpKind::Access(access) => access_relation(ir, op, &access.subscripts),
        _ => Err(format!("`{}` is no affine access", ir.ops[op].name)),
    }
}

/// Whether nothing but affine loops and conditions decides whether an operation runs.
pub(crate) fn surely_runs(ir: &Ir, op: OpId) -> bool {
    let is_first_block = |op: OpId| {
        let block = ir.ops[op].block;
        ir.regions[ir.blocks[block].parent].blocks.first() == Some(&block)
    };
    is_first_block(op)
        && ir.ancestors(op).all(|it| {
            let data = &ir.ops[it];
            let is_function =
                matches!(&*data.name, "func.func" | "builtin.module" | "gpu.func" | "gpu.module");
            is_function
                || matches!(data.kind, OpKind::For(_) | OpKind::Parallel(_) | OpKind::If(_))
                    && is_first_block(it)
        })
}

fn dependence_kind(source: AccessKind, sink: AccessKind) -> Option<DependenceKind> {
    match (source, sink) {
        (AccessKind::Write, AccessKind::Read) => Some(DependenceKind::Raw),
        (AccessKind::Read, AccessKind::Write) => Some(DependenceKind::War),
        (AccessKind::Write, AccessKind::Write) => Some(DependenceKind::Waw),
        (AccessKind::Read, AccessKind::Read) => None,
    }
}

struct Pair<'a> {
    ir: &'a Ir,
    source: &'a MemrefAccess,
    sink: &'a MemrefAccess,
    /// Whether the source stands before the sink.
    textual_order: bool,
}

impl Pair<'_> {
    fn common_loops(&self) -> usize {
        self.source.loops.iter().zip(&self.sink.loops).take_while(|(a, b)| a == b).count()
    }

    /// The deepest depth at which the source can precede the sink.
    fn depths(&self) -> usize {
        self.common_loops() + usize::from(self.textual_order)
    }

    fn dependences(&self, conflicts: Option<&Conflicts>, order: Order) -> Vec<Dependence> {
        let Some(conflicts) = conflicts else { return self.unknown("the exact test takes too long") };
        let in_one_iteration = if self.textual_order { conflicts.in_one_iteration() } else { None };
        let mut found: Vec<_> = conflicts
            .carried(order)
            .chain(in_one_iteration)
            .map(|it| self.dependence(it.depth, it.components, it.distances, None))
            .collect();
        if conflicts.exist()
            && let Some(reason) = self.repeated_together()
        {
            found.extend(self.unknown(&reason));
        }
        found
    }

    fn may_alias(&self) -> String {
        let name = |access: &MemrefAccess| access.memref.map_or("", |it| &self.ir.values[it].name);
        format!("`{}` and `{}` may be the same memory", name(self.source), name(self.sink))
    }

    /// Both accesses run several times in each of their common iterations, in an order that is not analysed.
    fn repeated_together(&self) -> Option<String> {
        let innermost = self.source.loops.get(self.common_loops().wrapping_sub(1)).map(|it| it.op);
        let around = self
            .ir
            .ancestors(self.source.op)
            .take_while(|it| Some(*it) != innermost)
            .filter(|it| !matches!(self.ir.ops[*it].kind, OpKind::For(_) | OpKind::Parallel(_)))
            .find(|it| repeats(self.ir, *it) && self.ir.is_within(self.sink.op, *it))?;
        Some(format!("the iterations of `{}` are not analysed", self.ir.ops[around].name))
    }

    /// One entry that stands for all depths: the outermost at which the pair can depend.
    fn unknown(&self, reason: &str) -> Vec<Dependence> {
        if self.depths() == 0 && self.repeated_together().is_none() {
            return Vec::new();
        }
        let components = vec![Component { lower: None, upper: None }; self.common_loops()];
        vec![self.dependence(1, components, None, Some(reason.to_owned()))]
    }

    fn dependence(
        &self,
        depth: usize,
        components: Vec<Component>,
        distances: Option<Vec<Vec<Integer>>>,
        unknown: Option<String>,
    ) -> Dependence {
        Dependence { source: 0, sink: 0, kind: DependenceKind::Raw, depth, components, distances, unknown }
    }
}
