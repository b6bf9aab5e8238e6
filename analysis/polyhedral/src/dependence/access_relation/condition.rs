//! Conditions: the constraints under which a region of `affine.if` or `scf.if` runs.

use super::{Build, Choice, Stop, is_unknown, unknown};
use crate::dependence::linear::Linear;
use ir::affine::ConstraintKind;
use ir::loops::{Guard, Order, Predicate};
use ir::{AppliedSet, OpId, ValueId};
use presburger::Integer;
use syntax::ods::Semantics;
use syntax::ods::semantics;

/// Conditions of conditions are followed this far.
const MAX_DEPTH: usize = 64;

impl Build<'_> {
    /// Constrains the iterations to those in which the guard holds, or does not. A value of which that is not known
    /// constrains nothing.
    pub(super) fn guarded(&mut self, op: OpId, guard: Guard<'_>, holds: bool) -> Result<(), Stop> {
        match guard {
            Guard::Set(set) => self.set(op, set, holds),
            Guard::Value(operand) => {
                let value = self.ir.ops[op].operands.get(operand).and_then(|it| it.value);
                let known = match value {
                    Some(value) => self.assume(value, holds, 0),
                    None => unknown("a value is not defined"),
                };
                self.known.left_out.conditions |= is_unknown(&known);
                if is_unknown(&known) { Ok(()) } else { known }
            }
        }
    }

    fn set(&mut self, op: OpId, applied: &AppliedSet, holds: bool) -> Result<(), Stop> {
        let Some(set) = &applied.set else { return unknown("a condition is not known") };
        let inputs = self.inputs(op, set.dims, set.symbols, applied.operands.clone(), 0)?;
        if holds {
            for constraint in &set.constraints {
                let form = self.expression(&constraint.expression, &inputs)?;
                match constraint.kind {
                    ConstraintKind::Equality => self.known.piece.equalities.push(form),
                    ConstraintKind::Inequality => self.known.piece.inequalities.push(form),
                }
            }
            return Ok(());
        }
        // One piece per way to fail; an equality fails on either side.
        let ways: Vec<_> = set
            .constraints
            .iter()
            .flat_map(|it| match it.kind {
                ConstraintKind::Equality => vec![(&it.expression, -1), (&it.expression, 1)],
                ConstraintKind::Inequality => vec![(&it.expression, -1)],
            })
            .collect();
        if ways.is_empty() {
            self.known.piece.inequalities.push(Linear::constant(-1));
            return Ok(());
        }
        let chosen = self.choose(Choice::Else(op), ways.len())?;
        let Some((expression, sign)) = ways.get(chosen) else { return unknown("a condition is not known") };
        let form = self.expression(expression, &inputs)?;
        self.known.piece.inequalities.push(form.times(&Integer::from(*sign)).plus_constant(-1));
        Ok(())
    }

    /// Constrains the iterations to those in which a value of type `i1` is true, or false.
    pub(super) fn assume(&mut self, value: ValueId, holds: bool, depth: usize) -> Result<(), Stop> {
        match self.known.assumed.get(&(value, holds)) {
            Some(Ok(())) => return Ok(()),
            Some(Err(reason)) => return unknown(&**reason),
            None => {}
        }
        let result = self.assume_anew(value, holds, depth);
        let known = match &result {
            Ok(()) => Ok(()),
            Err(Stop::Unknown(unknown)) => Err(unknown.reason.as_str().into()),
            Err(Stop::Choose(..)) => return result,
        };
        self.known.assumed.insert((value, holds), known);
        result
    }

    fn assume_anew(&mut self, value: ValueId, holds: bool, depth: usize) -> Result<(), Stop> {
        let ir = self.ir;
        let name = &ir.values[value].name;
        let Some(op) = ir.defining_op(value).filter(|_| depth < MAX_DEPTH) else {
            return unknown(format!("`{name}` is no comparison of affine values"));
        };
        let operand = |index: usize| ir.ops[op].operands.get(index).and_then(|it| it.value);
        if let Some(constant) = ir.is_true(value).or_else(|| Some(ir.constant(value)? != 0)) {
            if constant != holds {
                self.known.piece.inequalities.push(Linear::constant(-1));
            }
            return Ok(());
        }
        if let Some(predicate) = ir.predicate(op) {
            return self.compare(op, predicate, holds, depth);
        }
        if let (Some(Semantics::Select), Some(condition)) = (ir.ops[op].semantics(), operand(0)) {
            let chosen = self.choose(Choice::Condition(op, holds), 2)?;
            self.assume(condition, chosen == 0, depth + 1)?;
            let Some(value) = operand(chosen + 1) else { return unknown("a value is not defined") };
            return self.assume(value, holds, depth + 1);
        }
        let (Some(Semantics::Integer(operation)), Some(left), Some(right)) =
            (ir.ops[op].semantics(), operand(0), operand(1))
        else {
            return unknown(format!("`{name}` is no comparison of affine values"));
        };
        match operation {
            semantics::Integer::And if holds => self.both(left, right, true, depth),
            semantics::Integer::Or if !holds => self.both(left, right, false, depth),
            semantics::Integer::And | semantics::Integer::Or => {
                let chosen = self.choose(Choice::Condition(op, holds), 2)?;
                self.assume(if chosen == 0 { left } else { right }, holds, depth + 1)
            }
            semantics::Integer::Xor => match (ir.is_true(left), ir.is_true(right)) {
                (_, Some(flips)) => self.assume(left, holds != flips, depth + 1),
                (Some(flips), _) => self.assume(right, holds != flips, depth + 1),
                (None, None) => {
                    let first = self.choose(Choice::Condition(op, holds), 2)? == 0;
                    self.assume(left, first, depth + 1)?;
                    self.assume(right, first != holds, depth + 1)
                }
            },
            _ => unknown(format!("`{name}` is no comparison of affine values")),
        }
    }

    /// Both are true, or both are false. What is known of one counts where nothing is of the other.
    fn both(&mut self, left: ValueId, right: ValueId, holds: bool, depth: usize) -> Result<(), Stop> {
        let first = self.assume(left, holds, depth + 1);
        if !is_unknown(&first) {
            first?;
            return self.assume(right, holds, depth + 1);
        }
        let second = self.assume(right, holds, depth + 1);
        if is_unknown(&second) { second } else { second.and(first) }
    }

    fn compare(&mut self, op: OpId, predicate: Predicate, holds: bool, depth: usize) -> Result<(), Stop> {
        let (left, right) = self.compared(op, depth)?;
        let difference = right.minus(&left);
        match predicate {
            Predicate::Equal | Predicate::NotEqual if (predicate == Predicate::Equal) == holds => {
                self.known.piece.equalities.push(difference);
            }
            Predicate::Equal | Predicate::NotEqual => {
                let chosen = self.choose(Choice::Condition(op, holds), 2)?;
                let above = if chosen == 0 { difference } else { left.minus(&right) };
                self.known.piece.inequalities.push(above.plus_constant(-1));
            }
            Predicate::Signed(order) => {
                self.known.piece.inequalities.push(order_row(order, &difference, holds))
            }
            Predicate::Unsigned(order) => {
                // With a number that is not negative on the greater side, the other one is none either.
                let (small, great) = match order {
                    Order::Less | Order::LessOrEqual => (&left, &right),
                    Order::Greater | Order::GreaterOrEqual => (&right, &left),
                };
                if !self.is_nonnegative(great) {
                    return unknown("numbers that may be negative are compared as unsigned ones");
                }
                let row = order_row(order, &difference, holds);
                if self.is_nonnegative(small) {
                    self.known.piece.inequalities.push(row);
                } else if holds {
                    self.known.piece.inequalities.extend([row, small.clone()]);
                } else {
                    let below = Linear::constant(-1).minus(small);
                    let chosen = self.choose(Choice::Condition(op, holds), 2)?;
                    self.known.piece.inequalities.push(if chosen == 0 { row } else { below });
                }
            }
        }
        Ok(())
    }

    fn compared(&mut self, op: OpId, depth: usize) -> Result<(Linear, Linear), Stop> {
        match (self.operand(op, 0, depth + 1), self.operand(op, 1, depth + 1)) {
            (Some(left), Some(right)) => Ok((left?, right?)),
            _ => unknown("what is compared is no affine value"),
        }
    }

    /// Whether a comparison holds in all iterations of the piece, or in none; `None` where ranges do not tell.
    pub(super) fn decided(&mut self, condition: ValueId, depth: usize) -> Result<Option<bool>, Stop> {
        let Some(op) = self.ir.defining_op(condition) else { return Ok(None) };
        let Some(Predicate::Signed(order)) = self.ir.predicate(op) else { return Ok(None) };
        let (left, right) = self.compared(op, depth)?;
        let difference = right.minus(&left);
        if self.is_nonnegative(&order_row(order, &difference, true)) {
            return Ok(Some(true));
        }
        Ok(self.is_nonnegative(&order_row(order, &difference, false)).then_some(false))
    }
}

/// The form that is not negative where `left` stands in this order to `right`, or does not; `difference` is what `right` is
/// more than `left`.
fn order_row(order: Order, difference: &Linear, holds: bool) -> Linear {
    let back = || difference.times(&Integer::from(-1));
    let is_less = matches!(order, Order::Less | Order::LessOrEqual);
    let is_strict = matches!(order, Order::Less | Order::Greater);
    let row = if is_less == holds { difference.clone() } else { back() };
    if is_strict == holds { row.plus_constant(-1) } else { row }
}
