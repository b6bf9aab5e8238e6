//! Which iterations depend on which, exactly over the integers, for all affine accesses of one isolated op.
//!
//! Comes from [`ir`]; hovers, `deps`, loop parallelism and every transformation's legality come after it.

mod access_relation;
mod access_shape;
#[cfg(test)]
mod access_tests;
mod barriers;
#[cfg(test)]
pub mod brute_force;
pub mod concern;
mod conflicts;
mod emptiness;
pub mod flow;
#[cfg(test)]
mod hostile_tests;
mod linear;
#[cfg(test)]
mod many_accesses_tests;
mod memref_access;
#[cfg(test)]
pub mod nest_program;
mod not_computed;
mod ordered_pair;
mod pair_problem;
mod pair_solver;
mod pair_walk;
pub mod pairs;
pub mod race;
#[cfg(test)]
mod random_program;
pub(crate) mod ranges;
#[cfg(test)]
mod spelling_tests;
pub mod subscripts;
mod system;
pub mod tableau;
#[cfg(test)]
mod tests;
mod unanalysed;
pub mod uninitialized;

pub use access_relation::affine_form;
pub use access_relation::{
    AccessRelation, LayoutOverlap, LeftOut, Piece, access_relation, constraints_relation, guarded_domain,
    iteration_domain, layout_overlap, repeats, results_relation,
};
pub use linear::{Linear, Variable};
pub use memref_access::{AccessPart, MemrefAccess, is_made_inside, varies_inside};
pub use not_computed::{NOT_COMPUTED, NotComputed};
pub use system::{System, SystemSolver};
pub use unanalysed::Unanalysed;

use crate::memory::memory;
use crate::report::{Component, DependenceKind};
use base::at_once::takes_long;
use base::isolated_op::IsolatedOp;
use base::source_file::{Pairs, SettingsInput};
use ir::{Ir, OpId, OpKind, ValueId};
use memref_access::memref_accesses;
use presburger::Integer;
use rustc_hash::FxHashMap;
use std::ops::Range;
use std::sync::Arc;

/// One dimension of a loop that counts: an `affine.for` has one, an `affine.parallel` one per induction variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct LoopDim {
    pub op: OpId,
    pub dim: usize,
    pub induction_variable: ValueId,
}

/// A dependence from `source` to `sink` (indices into [`Dependences::accesses`]) at one depth; see
/// [`crate::report::Dependence`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dependence {
    pub source: usize,
    pub sink: usize,
    pub kind: DependenceKind,
    pub depth: usize,
    pub components: Arc<[Component]>,
    pub distances: Option<Arc<[Vec<Integer>]>>,
    /// Why nothing more is known; it counts as a dependence all the same.
    pub unknown: Option<Arc<str>>,
}

/// All of one isolated op.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Dependences {
    /// In program order.
    pub accesses: Arc<[MemrefAccess]>,
    /// By source, sink, depth. Of the pairs that are not computed only the nearest ones; see [`NotComputed`].
    pub dependences: Vec<Dependence>,
    /// Pairs that may depend on each other and are not all in the list.
    pub not_computed: Vec<NotComputed>,
    /// What else touches memory, in program order.
    pub unanalysed: Vec<Unanalysed>,
    by_op: FxHashMap<OpId, Range<usize>>,
}

impl Dependences {
    fn new(
        accesses: Arc<[MemrefAccess]>,
        (mut dependences, mut not_computed): (Vec<Dependence>, Vec<NotComputed>),
        unanalysed: Vec<Unanalysed>,
    ) -> Self {
        // Those of one pair come by depth.
        dependences.sort_by_key(|it| (it.source, it.sink));
        not_computed.sort_by_key(|it| it.accesses().first().copied());
        let mut by_op: FxHashMap<OpId, Range<usize>> = FxHashMap::default();
        for (index, access) in accesses.iter().enumerate() {
            by_op.entry(access.op).or_insert(index..index).end = index + 1;
        }
        Self { accesses, dependences, not_computed, unanalysed, by_op }
    }

    /// The accesses of an operation.
    pub fn accesses_of(&self, op: OpId) -> Range<usize> {
        self.by_op.get(&op).cloned().unwrap_or_default()
    }

    /// The dependences from one access to another.
    pub fn between(&self, source: usize, sink: usize) -> &[Dependence] {
        let before = |it: &Dependence| (it.source, it.sink) < (source, sink);
        let rest = &self.dependences[self.dependences.partition_point(before)..];
        &rest[..rest.partition_point(|it| (it.source, it.sink) == (source, sink))]
    }

    /// Whether the list has all dependences between two accesses; see [`NotComputed`].
    pub fn is_computed(&self, a: usize, b: usize) -> bool {
        !self.not_computed.iter().any(|it| it.concerns(a, b))
    }

    /// Whether a dependence stands for others that are not in the list; see [`NotComputed`].
    pub fn stands_for_others(&self, dependence: &Dependence) -> bool {
        dependence.unknown.is_some() && !self.is_computed(dependence.source, dependence.sink)
    }

    /// Whether an access of one operation may precede one of another in the same iteration of this many loops around
    /// both, and touch the same element.
    pub fn may_precede(&self, source: OpId, sink: OpId, loops: usize) -> bool {
        self.accesses_of(source).any(|source| {
            self.accesses_of(sink).any(|sink| {
                let may = |it: &Dependence| it.unknown.is_some() || it.depth > loops;
                self.between(source, sink).iter().any(may) || !self.is_computed(source, sink)
            })
        })
    }
}

/// The loops around an operation, outermost first.
pub fn enclosing_loops(ir: &Ir, op: OpId) -> Vec<LoopDim> {
    let mut found: Vec<LoopDim> = Vec::new();
    for ancestor in ir.ancestors(op) {
        let dims = ir.loop_dims(ancestor);
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

/// Asked by itself, so that another setting that changes leaves the dependences as they are.
#[salsa::tracked(returns(copy))]
pub fn wanted_pairs(db: &dyn salsa::Database) -> Pairs {
    SettingsInput::get(db).settings(db).pairs
}

/// The accesses of an isolated op, in program order.
#[salsa::tracked(returns(ref))]
fn accesses<'db>(db: &'db dyn salsa::Database, op: IsolatedOp<'db>) -> Arc<[MemrefAccess]> {
    takes_long(db);
    memref_accesses(ir::ir_of(db, op), memory(db, op), subscripts::subscripts(db, op)).into()
}

/// The accesses of an isolated op and the dependences between them.
#[salsa::tracked(returns(ref))]
pub fn dependences<'db>(db: &'db dyn salsa::Database, op: IsolatedOp<'db>) -> Dependences {
    takes_long(db);
    let ir = ir::ir_of(db, op);
    let memory = memory(db, op);
    let accesses = accesses(db, op).clone();
    let found = pair_walk::walk(db, ir, &accesses, wanted_pairs(db), |_| true);
    let unanalysed = unanalysed::unanalysed(ir, memory);
    Dependences::new(accesses, found, unanalysed)
}

/// The access relation of a load or store.
pub fn relation_of(ir: &Ir, op: OpId) -> Result<AccessRelation, String> {
    match ir.touches(op).first() {
        Some(touch) => access_relation(ir, op, touch),
        None => Err(format!("`{}` is no affine access", ir.ops[op].name)),
    }
}

/// Whether nothing but loops and conditions that are analysed decides whether an operation runs.
pub fn surely_runs(ir: &Ir, op: OpId) -> bool {
    is_analysed_around(ir, op)
        && (is_affine_around(ir, op) || iteration_domain(ir, op).is_ok_and(|it| it.left_out.is_nothing()))
}

impl AccessRelation {
    /// As [`surely_runs`], of the operation that it is the relation of.
    pub fn surely_runs(&self, ir: &Ir, op: OpId) -> bool {
        self.left_out.is_nothing() && is_analysed_around(ir, op)
    }
}

/// Whether an operation is in the first block of all around it, which are loops that count and conditions.
fn is_analysed_around(ir: &Ir, op: OpId) -> bool {
    let is_first_block = |op: OpId| {
        let block = ir.ops[op].block;
        ir.regions[ir.blocks[block].parent].blocks.first() == Some(&block)
    };
    is_first_block(op)
        && ir.ancestors(op).all(|it| {
            let data = &ir.ops[it];
            let is_analysed = ir.is_counted_loop(it) || ir.guard(it).is_some();
            data.is_function_or_module() || is_analysed && is_first_block(it)
        })
}

/// Whether all loops and conditions around an operation are those of the affine dialect: nothing about them is left out.
fn is_affine_around(ir: &Ir, op: OpId) -> bool {
    let is_other = |it: OpId| ir.ops[it].kind == OpKind::Other && !ir.ops[it].is_function_or_module();
    !ir.ancestors(op).any(is_other)
}
