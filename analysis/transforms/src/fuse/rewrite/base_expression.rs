//! The base of a window as an affine expression over names of the consumer.

use crate::fuse::slice::BaseVariable;
use crate::rewrite::Leaves;
use ir::affine::{AffineExpr, BinaryOp};
use ir::value_name;
use ir::{Ir, OpId};
use presburger::Integer;

/// The sum of the base's terms, with constant factors.
pub(crate) fn base_expression(
    leaves: &mut Leaves,
    ir: &Ir,
    base: &[(BaseVariable, Integer)],
) -> Option<AffineExpr> {
    base.iter().try_fold(AffineExpr::Constant(0), |sum, (variable, factor)| {
        let argument = |op: OpId, dim: usize| ir.blocks[ir.body(op)?].arguments.get(dim).copied();
        let leaf = match variable {
            BaseVariable::Consumer(op) => leaves.dim(&value_name(ir, argument(*op, 0)?)),
            BaseVariable::Outside(op, dim) => leaves.dim(&value_name(ir, argument(*op, *dim)?)),
            BaseVariable::Symbol(value) => leaves.symbol(&value_name(ir, *value)),
        };
        let factor = AffineExpr::Constant(factor.to_i64()?);
        let term = AffineExpr::binary(BinaryOp::Mul, leaf, factor);
        Some(AffineExpr::binary(BinaryOp::Add, sum, term))
    })
}
