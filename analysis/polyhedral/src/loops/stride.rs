//! Strides: how far an access moves in memory from one iteration of a loop to the next.

use crate::dependence::{MemrefAccess, Variable, results_along};
use ir::types::{Layout, Type};
use ir::{Ir, OpId, ValueId};
use presburger::Integer;

/// Elements per iteration of a loop of one dimension; `None` where that is no constant.
pub(super) fn along(ir: &Ir, access: &MemrefAccess, loop_op: OpId) -> Option<Integer> {
    let counted = ir.counted_loop(loop_op).filter(|it| !it.is_parallel)?;
    let touches = ir.touches(access.op);
    let subscripts = touches.first()?.elements.subscripts()?;
    let step = Integer::from(counted.dims.first()?.step.positive()?);
    let position = access.loops.iter().position(|it| it.op == loop_op)?;
    let relation = results_along(ir, access.op, subscripts, loop_op).ok()?;
    let mut found: Option<Integer> = None;
    for piece in &relation.pieces {
        let mut stride = Integer::ZERO;
        for (index, subscript) in piece.subscripts.iter().enumerate() {
            let mut terms = subscript.terms.iter();
            // A quotient or remainder moves by no constant.
            if subscript.terms.iter().any(|it| matches!(it.0, Variable::Local(_))) {
                return None;
            }
            let Some((_, factor)) = terms.find(|it| it.0 == Variable::Loop(position)) else { continue };
            stride.add_product(factor, &dimension_stride(ir, access.memref?, index)?);
        }
        let stride = &stride * &step;
        if found.as_ref().is_some_and(|it| *it != stride) {
            return None;
        }
        found = Some(stride);
    }
    found
}

/// Elements between neighbours along one dimension, as the layout says.
fn dimension_stride(ir: &Ir, memref: ValueId, dim: usize) -> Option<Integer> {
    let Type::MemRef(ty) = &ir.values[memref].ty else { return None };
    match &ty.layout {
        Layout::Identity => ty.dims.get(dim + 1..)?.iter().try_fold(Integer::ONE, |product, size| {
            Some(&product * &Integer::from(i64::try_from((*size)?).ok()?))
        }),
        Layout::Strided { strides, .. } => strides.get(dim).copied().flatten().map(Integer::from),
        Layout::Map(_) | Layout::Unknown => None,
    }
}
