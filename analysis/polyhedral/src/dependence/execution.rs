//! Whether an operation surely runs.

use super::access_relation::{AccessRelation, iteration_domain};
use ir::{Ir, OpId, OpKind};

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
