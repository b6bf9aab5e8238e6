//! The loops around an operation, by their dimensions.

use ir::{Ir, OpId, ValueId};

/// One dimension of a loop that counts: an `affine.for` has one, an `affine.parallel` one per induction variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct LoopDim {
    pub op: OpId,
    pub dim: usize,
    pub induction_variable: ValueId,
}

/// The loops around an operation, outermost first.
pub fn enclosing_loops(ir: &Ir, op: OpId) -> Vec<LoopDim> {
    let mut found: Vec<LoopDim> = Vec::new();
    for ancestor in ir.ancestors(op) {
        let dims = ir.loop_dims(ancestor);
        found.extend((0..dims).rev().filter_map(|dim| {
            Some(LoopDim { op: ancestor, dim, induction_variable: ir.induction_variable(ancestor, dim)? })
        }));
    }
    found.reverse();
    found
}
