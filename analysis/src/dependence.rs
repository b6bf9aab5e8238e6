//! Which iterations depend on which, exactly over the integers, for all affine accesses of one isolated op.
//!
//! Comes from [`crate::ir`]; hovers, `deps`, loop parallelism and every transformation's legality come after it.

mod access_relation;
mod alias;
#[cfg(test)]
pub(crate) mod brute_force;
mod dependence_polyhedron;
pub(crate) mod flow;
mod linear;
pub(crate) mod pairs;
mod system;
pub(crate) mod tableau;
#[cfg(test)]
pub(crate) mod tests;

pub(crate) use access_relation::{
    AccessRelation, Piece, access_relation, constraints_relation, iteration_domain, repeats, results_relation,
};
pub(crate) use alias::Aliases;
pub(crate) use linear::{Linear, Variable};
pub(crate) use system::System;

use crate::ir::{Ir, OpId, OpKind, ValueId};
use crate::isolated_op::IsolatedOp;
use crate::report::{AccessKind, Component, DependenceKind};
use dependence_polyhedron::DependencePolyhedron;
use presburger::{Budget, GaveUp, Integer};

/// One dimension of a loop: an `affine.for` has one, an `affine.parallel` one per induction variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct LoopDim {
    pub(crate) op: OpId,
    pub(crate) dim: usize,
    pub(crate) induction_variable: ValueId,
}

/// One load or store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct MemrefAccess {
    pub(crate) op: OpId,
    pub(crate) kind: AccessKind,
    /// `None` where the name is not defined.
    pub(crate) memref: Option<ValueId>,
    /// The loops around it, outermost first.
    pub(crate) loops: Vec<LoopDim>,
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
    let accesses = memref_accesses(ir);
    let relations: Vec<_> = accesses.iter().map(|it| relation_of(ir, it.op)).collect();
    let aliases = Aliases::of(ir);
    let stop = || {
        db.unwind_if_revision_cancelled();
        false
    };
    let mut dependences = Vec::new();
    for (source, a) in accesses.iter().enumerate() {
        for (sink, b) in accesses.iter().enumerate() {
            let Some(kind) = dependence_kind(a.kind, b.kind) else { continue };
            let pair = Pair { ir, source: a, sink: b, textual_order: source < sink };
            let (Some(left), Some(right)) = (a.memref, b.memref) else { continue };
            let budget = Budget::new(STEPS_PER_PAIR).with_stop(&stop);
            let found = if left == right {
                match (&relations[source], &relations[sink]) {
                    (Ok(left), Ok(right)) => pair.solve(left, right, &budget),
                    (Err(reason), _) | (_, Err(reason)) => pair.unknown(reason),
                }
            } else if aliases.may_alias(left, right) {
                pair.unknown(&format!(
                    "`{}` and `{}` may be the same memory",
                    ir.values[left].name, ir.values[right].name
                ))
            } else {
                continue;
            };
            dependences.extend(found.into_iter().map(|it| Dependence { source, sink, kind, ..it }));
        }
    }
    Dependences { accesses, dependences }
}

/// What one pair of accesses may cost; no program that is meant seriously needs it.
const STEPS_PER_PAIR: u64 = 2_000_000;

/// Every affine load and store, in program order.
fn memref_accesses(ir: &Ir) -> Vec<MemrefAccess> {
    ir.walk()
        .into_iter()
        .filter_map(|op| {
            let OpKind::Access(access) = &ir.ops[op].kind else { return None };
            let kind = match (access.op.reads(), access.op.writes()) {
                (true, _) => AccessKind::Read,
                (_, true) => AccessKind::Write,
                _ => return None,
            };
            let memref = ir.ops[op].operands.get(access.memref)?.value;
            Some(MemrefAccess { op, kind, memref, loops: enclosing_loops(ir, op) })
        })
        .collect()
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

    fn solve(&self, source: &AccessRelation, sink: &AccessRelation, budget: &Budget<'_>) -> Vec<Dependence> {
        let solved = || -> Result<Vec<Dependence>, GaveUp> {
            let polyhedron = DependencePolyhedron::new(source, sink, self.common_loops(), budget)?;
            if polyhedron.is_empty() {
                return Ok(Vec::new());
            }
            let mut found = Vec::new();
            for depth in 1..=self.depths() {
                if let Some(at) = polyhedron.at_depth(depth, budget)? {
                    found.push(self.dependence(depth, at.components, at.distances, None));
                }
            }
            if let Some(reason) = self.repeated_together() {
                found.extend(self.unknown(&reason));
            }
            Ok(found)
        };
        solved().unwrap_or_else(|_| self.unknown("the exact test takes too long"))
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
