//! Quotients and remainders of the affine dialect in the shape that lowering gives them, where divisions round toward zero:
//! a comparison with zero, a selection, and a division between.

use ir::affine::BinaryOp;
use ir::loops::{Order, Predicate};
use ir::{Ir, OpId, ValueId};
use syntax::ods::Semantics;
use syntax::ods::semantics::Integer;

/// The operation that a selection ends, its dividend, and the constant that it divides by.
pub(super) fn division(ir: &Ir, select: OpId) -> Option<(BinaryOp, ValueId, i64)> {
    remainder(ir, select).or_else(|| rounded(ir, select))
}

/// `select(a remsi c < 0, a remsi c + c, a remsi c)` is `a mod c`.
fn remainder(ir: &Ir, select: OpId) -> Option<(BinaryOp, ValueId, i64)> {
    let [condition, moved, remainder] = operands(ir, select)?;
    let [dividend, divisor] = ir.arithmetic(remainder, Integer::RemSigned)?;
    let divisor = ir.constant(divisor).filter(|it| *it > 0)?;
    let [first, second] = ir.arithmetic(moved, Integer::Add)?;
    let is_sum = first == remainder && ir.constant(second) == Some(divisor);
    (is_sum && is_compared(ir, condition, Order::Less, remainder)).then_some((
        BinaryOp::Mod,
        dividend,
        divisor,
    ))
}

/// `select(a < 0, -1 - q, q)` with `q = select(a < 0, -1 - a, a) divsi c` is `a floordiv c`, and
/// `select(a <= 0, -q, q + 1)` with `q = select(a <= 0, -a, a - 1) divsi c` is `a ceildiv c`.
fn rounded(ir: &Ir, select: OpId) -> Option<(BinaryOp, ValueId, i64)> {
    let [condition, below, above] = operands(ir, select)?;
    let [start, quotient] = ir.arithmetic(below, Integer::Sub)?;
    let [numerator, divisor] = ir.arithmetic(quotient, Integer::DivSigned)?;
    let divisor = ir.constant(divisor).filter(|it| *it > 0)?;
    let inner = ir.defining_op(numerator).filter(|it| ir.ops[*it].semantics() == Some(Semantics::Select))?;
    let [inner_condition, inner_below, inner_above] = operands(ir, inner)?;
    let [inner_start, dividend] = ir.arithmetic(inner_below, Integer::Sub)?;
    let is_floor = above == quotient;
    let (order, first) = if is_floor { (Order::Less, -1) } else { (Order::LessOrEqual, 0) };
    let is_shifted = |value: ValueId, of: ValueId, operation: Integer| {
        ir.arithmetic(value, operation).is_some_and(|it| it[0] == of && ir.constant(it[1]) == Some(1))
            || operation == Integer::Sub
                && ir
                    .arithmetic(value, Integer::Add)
                    .is_some_and(|it| it[0] == of && ir.constant(it[1]) == Some(-1))
    };
    let is_rounding = match is_floor {
        true => inner_above == dividend,
        false => is_shifted(above, quotient, Integer::Add) && is_shifted(inner_above, dividend, Integer::Sub),
    };
    let is_all = is_rounding
        && [start, inner_start].iter().all(|it| ir.constant(*it) == Some(first))
        && [condition, inner_condition].iter().all(|it| is_compared(ir, *it, order, dividend));
    let operation = if is_floor { BinaryOp::FloorDiv } else { BinaryOp::CeilDiv };
    is_all.then_some((operation, dividend, divisor))
}

fn operands<const COUNT: usize>(ir: &Ir, op: OpId) -> Option<[ValueId; COUNT]> {
    let values: Option<Vec<ValueId>> = ir.ops[op].operands.iter().map(|it| it.value).collect();
    values?.try_into().ok()
}

/// Whether the condition is that a value stands in this order to zero.
fn is_compared(ir: &Ir, condition: ValueId, order: Order, value: ValueId) -> bool {
    let Some(op) = ir.defining_op(condition) else { return false };
    let is_order = ir.predicate(op) == Some(Predicate::Signed(order));
    is_order && operands(ir, op).is_some_and(|[left, right]| left == value && ir.constant(right) == Some(0))
}
