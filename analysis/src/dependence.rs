//! Which iterations depend on which, exactly over the integers, for all affine accesses of one isolated op.
//!
//! Comes from [`crate::ir`]; hovers, `deps`, loop parallelism and every transformation's legality come after it.

use crate::ir::{Ir, OpId, ValueId};
use crate::isolated_op::IsolatedOp;
use crate::report::{AccessKind, Component, DependenceKind};
use presburger::Integer;

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
            crate::ir::OpKind::For(_) => 1,
            crate::ir::OpKind::Parallel(parallel) => parallel.lower.len(),
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
    let _ir = crate::ir::ir(db, op);
    Dependences::default()
}
