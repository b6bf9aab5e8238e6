//! Whether a load would stay inside its memref in front of a loop, whatever the loop does.

use crate::affine::{AffineExpr, BinaryOp};
use crate::dependence::{Linear, System, Variable, enclosing_loops, iteration_domain};
use crate::ir::{AccessOp, Ir, OpId, OpKind, ValueId};
use crate::types::Type;
use crate::value_expression::Composer;
use presburger::{Budget, GaveUp, Integer};

/// What the questions about one load may cost.
const STEPS: u64 = 200_000;

/// Whether all subscripts of an affine load whose operands are defined outside a loop lie inside the memref wherever
/// that loop is reached. Exact over the integers; `false` where sizes or subscripts are not known.
pub(super) fn is_in_bounds(ir: &Ir, op: OpId, loop_: OpId, budget: &Budget<'_>) -> bool {
    let data = &ir.ops[op];
    let OpKind::Access(access) = &data.kind else { return false };
    let question = || {
        let memref = data.operands.get(access.memref)?.value?;
        let Type::MemRef(memref) = &ir.values[memref].ty else { return None };
        let mut composer = Composer::composing(ir);
        let results = composer.results(op, &access.subscripts)?;
        let form = |it: &AffineExpr| linear(ir, it, &composer.leaves, loop_);
        let subscripts = results.iter().map(form).collect::<Option<Vec<_>>>()?;
        let sizes = memref.dims.iter().map(|it| i64::try_from((*it)?).ok()).collect::<Option<Vec<_>>>()?;
        (sizes.len() == subscripts.len()).then_some((subscripts, sizes))
    };
    let Some((subscripts, sizes)) = question().filter(|_| access.op == AccessOp::Load) else { return false };
    let budget = budget.part(STEPS);
    let inside = subscripts.iter().zip(sizes).map(|(subscript, size)| {
        let below = Linear::constant(-1).minus(subscript);
        let beyond = subscript.minus(&Linear::constant(size));
        Ok(never_holds(ir, loop_, &below, &budget)? && never_holds(ir, loop_, &beyond, &budget)?)
    });
    inside.into_iter().all(|it: Result<bool, GaveUp>| it.unwrap_or(false))
}

/// Whether a form over the loops around an operation is below 0 wherever the operation is reached.
fn never_holds(ir: &Ir, op: OpId, form: &Linear, budget: &Budget<'_>) -> Result<bool, GaveUp> {
    let Ok(domain) = iteration_domain(ir, op) else { return Ok(false) };
    for piece in &domain.pieces {
        let (system, _) = System::of(piece, domain.loops.len());
        if !system.with(form.clone()).is_integer_empty(budget)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// A linear expression over values in terms of the loops around an operation; `None` for any other expression.
fn linear(ir: &Ir, expr: &AffineExpr, leaves: &[ValueId], op: OpId) -> Option<Linear> {
    match expr {
        AffineExpr::Constant(value) => Some(Linear::constant(*value)),
        AffineExpr::Dim(index) => {
            let value = *leaves.get(*index)?;
            let around = enclosing_loops(ir, op);
            let variable = match around.iter().position(|it| it.induction_variable == value) {
                Some(index) => Variable::Loop(index),
                None => Variable::Symbol(value),
            };
            Some(Linear::variable(variable))
        }
        AffineExpr::Binary(BinaryOp::Add, left, right) => {
            Some(linear(ir, left, leaves, op)?.plus(&linear(ir, right, leaves, op)?))
        }
        AffineExpr::Binary(BinaryOp::Mul, left, right) => {
            let factor = Integer::from(right.as_constant()?);
            Some(linear(ir, left, leaves, op)?.times(&factor))
        }
        AffineExpr::Symbol(_) | AffineExpr::Binary(..) => None,
    }
}
