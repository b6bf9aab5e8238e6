//! Whether a load would stay inside its memref in front of a loop, whatever the loop does.

use ir::affine::{AffineExpr, BinaryOp};
use ir::types::Type;
use ir::{AccessOp, Ir, OpId, OpKind, ValueId};
use polyhedral::dependence::{Linear, System, Variable, enclosing_loops, iteration_domain};
use polyhedral::value_expression::Composer;
use presburger::{Budget, GaveUp, Integer};

/// The budget for the questions about one load.
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
        let subscripts = composer.results(op, &access.subscripts)?;
        let sizes = memref.dims.iter().map(|it| i64::try_from((*it)?).ok()).collect::<Option<Vec<_>>>()?;
        (sizes.len() == subscripts.len()).then_some((subscripts, sizes, composer.leaves))
    };
    let Some((subscripts, sizes, leaves)) = question().filter(|_| access.op == AccessOp::Load) else {
        return false;
    };
    let budget = budget.part(STEPS);
    let mut dims = subscripts.iter().zip(sizes);
    dims.all(|(it, size)| is_below(ir, (it, &leaves), size, loop_, &budget).unwrap_or(false))
}

/// Whether a subscript over values is at least 0 and below a size wherever a loop is reached.
fn is_below(
    ir: &Ir,
    (subscript, leaves): (&AffineExpr, &[ValueId]),
    size: i64,
    loop_: OpId,
    budget: &Budget<'_>,
) -> Result<bool, GaveUp> {
    let Ok(domain) = iteration_domain(ir, loop_) else { return Ok(false) };
    let around = enclosing_loops(ir, loop_);
    let variable = |value: ValueId| {
        let loop_ = around.iter().position(|it| it.induction_variable == value);
        loop_.map_or(Variable::Symbol(value), Variable::Loop)
    };
    for piece in &domain.pieces {
        let (mut system, _) = System::of(piece, domain.loops.len());
        let Some(form) = linear(&mut system, subscript, &|it| Some(variable(*leaves.get(it)?))) else {
            return Ok(false);
        };
        let outside = [Linear::constant(-1).minus(&form), form.minus(&Linear::constant(size))];
        for it in outside {
            if !system.with(it).is_integer_empty(budget)? {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// A quotient or a remainder is a local of the system; `None` for products and divisors that are not constant.
fn linear(
    system: &mut System,
    expr: &AffineExpr,
    variable: &dyn Fn(usize) -> Option<Variable>,
) -> Option<Linear> {
    Some(match expr {
        AffineExpr::Constant(value) => Linear::constant(*value),
        AffineExpr::Dim(index) => Linear::variable(variable(*index)?),
        AffineExpr::Symbol(_) => return None,
        AffineExpr::Binary(BinaryOp::Add, left, right) => {
            linear(system, left, variable)?.plus(&linear(system, right, variable)?)
        }
        AffineExpr::Binary(BinaryOp::Mul, left, right) => {
            linear(system, left, variable)?.times(&Integer::from(right.as_constant()?))
        }
        AffineExpr::Binary(op, left, right) => {
            let divisor = right.as_constant().filter(|it| *it > 0)?;
            let mut divided = linear(system, left, variable)?;
            if *op == BinaryOp::CeilDiv {
                divided = divided.plus_constant(divisor - 1);
            }
            let quotient = system.new_local();
            let rest = divided.minus(&quotient.times(&Integer::from(divisor)));
            system.inequalities.push(rest.clone());
            system.inequalities.push(Linear::constant(divisor - 1).minus(&rest));
            if *op == BinaryOp::Mod { rest } else { quotient }
        }
    })
}
