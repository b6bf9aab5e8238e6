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
mod execution;
pub mod flow;
#[cfg(test)]
mod hostile_tests;
pub mod inserted_slices;
mod iteration_map;
pub mod last_write;
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
mod piece;
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

pub use crate::dependence_at_depth::Dependence;
pub use crate::loop_dim::{LoopDim, enclosing_loops};
pub use access_relation::affine_form;
pub use access_relation::{
    AccessRelation, LayoutOverlap, LeftOut, access_relation, condition_domain, constraints_relation,
    guarded_domain, iteration_domain, layout_overlap, repeats, results_along, results_relation,
    value_relation,
};
pub use execution::surely_runs;
pub use iteration_map::SymbolColumns;
pub use linear::{Linear, Variable};
pub use memref_access::{AccessPart, MemrefAccess, is_made_inside, varies_inside};
pub use not_computed::{NOT_COMPUTED, NotComputed};
pub use piece::Piece;
pub use system::{System, SystemSolver};
pub use unanalysed::Unanalysed;

use crate::memory::memory;
use base::at_once::takes_long;
use base::isolated_op::IsolatedOp;
use base::source_file::{Pairs, SettingsInput};
use ir::{Ir, OpId};
use memref_access::memref_accesses;
use not_computed::Group;
use std::ops::Range;
use std::sync::Arc;

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
    pub unanalysed: Arc<[Unanalysed]>,
}

impl Dependences {
    fn new(
        accesses: Arc<[MemrefAccess]>,
        (mut dependences, mut not_computed): (Vec<Dependence>, Vec<NotComputed>),
        unanalysed: Arc<[Unanalysed]>,
    ) -> Self {
        // Those of one pair come by depth.
        dependences.sort_by_key(|it| (it.source, it.sink));
        not_computed.sort_by_key(|it| it.accesses().first().copied());
        Self { accesses, dependences, not_computed, unanalysed }
    }

    /// The accesses of an operation.
    pub fn accesses_of(&self, op: OpId) -> Range<usize> {
        let first = self.accesses.partition_point(|it| it.op < op);
        let behind = self.accesses.partition_point(|it| it.op <= op);
        first..behind
    }

    /// The accesses of all operations inside of one.
    pub fn accesses_inside(&self, ir: &Ir, op: OpId) -> &[MemrefAccess] {
        inside(&self.accesses, |it| it.op, ir, op)
    }

    /// As [`Dependences::accesses_inside`].
    pub fn unanalysed_inside(&self, ir: &Ir, op: OpId) -> &[Unanalysed] {
        inside(&self.unanalysed, |it| it.op, ir, op)
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

/// What belongs to operations inside of one, of a list in program order.
fn inside<'a, T>(all: &'a [T], op_of: impl Fn(&T) -> OpId, ir: &Ir, op: OpId) -> &'a [T] {
    all.get(indices_inside(all, op_of, ir, op)).unwrap_or_default()
}

fn indices_inside<T>(all: &[T], op_of: impl Fn(&T) -> OpId, ir: &Ir, op: OpId) -> Range<usize> {
    let last = ir.last_inside(op);
    let first = all.partition_point(|it| op_of(it) <= op);
    first..all.partition_point(|it| op_of(it) <= last)
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
    memref_accesses(ir::meaning_of(db, op), memory(db, op), subscripts::subscripts(db, op)).into()
}

/// The accesses of an isolated op and the dependences between them.
#[salsa::tracked(returns(ref))]
pub fn dependences<'db>(db: &'db dyn salsa::Database, op: IsolatedOp<'db>) -> Dependences {
    takes_long(db);
    let ir = ir::meaning_of(db, op);
    let accesses = accesses(db, op).clone();
    let found = pair_walk::walk(db, ir, &accesses, Group::all(&accesses), wanted_pairs(db), |_| true);
    Dependences::new(accesses, found, unanalysed::unanalysed(db, op).clone())
}

/// The access relation of a load or store.
pub fn relation_of(ir: &Ir, op: OpId) -> Result<AccessRelation, String> {
    match ir.touches(op).first() {
        Some(touch) => access_relation(ir, op, touch),
        None => Err(format!("`{}` is no affine access", ir.ops[op].name)),
    }
}
