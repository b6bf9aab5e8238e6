//! Arithmetic on integers as affine forms: with the rounding of each division, and only where nothing wraps. Of type
//! `index` nothing is taken to wrap; of other types constraints must prove it, or the operation says so.

use super::expansion::division;
use super::index_value::static_size;
use super::{Build, Choice, Stop, unknown};
use crate::dependence::linear::Linear;
use ir::OpId;
use ir::affine::BinaryOp;
use ir::loops::Detail;
use ir::types::{Signedness, Type};
use presburger::Integer;
use syntax::ods::Semantics;
use syntax::ods::semantics::{self, Cast};

/// Shifts by more bits are not looked at.
const MAX_SHIFT: i64 = 62;

impl Build<'_> {
    /// Arithmetic that is affine, and sizes of static shapes; `None` for everything else.
    pub(super) fn arithmetic(&mut self, op: OpId, depth: usize) -> Result<Option<Linear>, Stop> {
        let ir = self.ir;
        if ir.ops[op].has_trait("ShapedDimOpInterface") {
            return Ok(static_size(ir, op).map(Linear::constant));
        }
        let [result] = ir.ops[op].results[..] else { return Ok(None) };
        let width = match ir.values[result].ty {
            Type::Index | Type::Unknown => None,
            Type::Integer { width, signedness: Signedness::Signless } if width > 1 => Some(width),
            _ => return Ok(None),
        };
        match ir.ops[op].semantics() {
            Some(Semantics::Integer(operation)) => {
                let Some(form) = self.integer(op, operation, depth)? else { return Ok(None) };
                let is_safe = !may_wrap(operation) || ir.details.get(&op) == Some(&Detail::NoSignedWrap);
                match width {
                    Some(width) if !is_safe && !self.fits(&form, width) => {
                        let name = &ir.values[result].name;
                        unknown(format!("`{name}` may wrap: it has {width} bits and no `nsw`"))
                    }
                    _ => Ok(Some(form)),
                }
            }
            Some(Semantics::Cast(cast)) => self.cast(op, cast, width, depth),
            Some(Semantics::Select) => self.selected(op, depth),
            _ => Ok(None),
        }
    }

    fn integer(
        &mut self,
        op: OpId,
        operation: semantics::Integer,
        depth: usize,
    ) -> Result<Option<Linear>, Stop> {
        use semantics::Integer::*;
        let (Some(left), Some(right)) = (self.operand(op, 0, depth), self.operand(op, 1, depth)) else {
            return Ok(None);
        };
        let (left, right) = (left?, right?);
        let constant = |it: &Linear| it.as_constant().and_then(Integer::to_i64);
        let divisor = || constant(&right).filter(|it| *it != 0).map(Integer::from);
        Ok(Some(match operation {
            Add => left.plus(&right),
            Sub => left.minus(&right),
            Mul if left.as_constant().is_none()
                && right.as_constant().is_none()
                && self.known.products.is_none() =>
            {
                return Ok(None);
            }
            Mul => self.binary(BinaryOp::Mul, &left, &right)?,
            MaxSigned => self.greatest(Choice::MinMax(op), &[left, right])?,
            MinSigned => self.least(Choice::MinMax(op), [left, right])?,
            MaxUnsigned | MinUnsigned => {
                self.unsigned(op, &left)?;
                self.unsigned(op, &right)?;
                match operation {
                    MaxUnsigned => self.greatest(Choice::MinMax(op), &[left, right])?,
                    _ => self.least(Choice::MinMax(op), [left, right])?,
                }
            }
            FloorDivSigned | CeilDivSigned => {
                let Some(divisor) = divisor() else { return Ok(None) };
                let rounding =
                    if operation == FloorDivSigned { BinaryOp::FloorDiv } else { BinaryOp::CeilDiv };
                // The quotient is that of both with the other sign.
                match divisor.is_positive() {
                    true => self.binary(rounding, &left, &Linear::constant(divisor))?,
                    false => self.binary(rounding, &negated(&left), &Linear::constant(-divisor))?,
                }
            }
            DivSigned => {
                let Some(divisor) = divisor() else { return Ok(None) };
                let quotient = self.truncated_quotient(op, &left, &absolute(&divisor))?;
                if divisor.is_positive() { quotient } else { negated(&quotient) }
            }
            RemSigned => {
                let Some(divisor) = divisor().map(|it| absolute(&it)) else { return Ok(None) };
                let quotient = self.truncated_quotient(op, &left, &divisor)?;
                left.minus(&quotient.times(&divisor))
            }
            DivUnsigned | CeilDivUnsigned | RemUnsigned => {
                let Some(divisor) = divisor().filter(Integer::is_positive) else { return Ok(None) };
                self.unsigned(op, &left)?;
                let operation = match operation {
                    DivUnsigned => BinaryOp::FloorDiv,
                    CeilDivUnsigned => BinaryOp::CeilDiv,
                    _ => BinaryOp::Mod,
                };
                self.binary(operation, &left, &Linear::constant(divisor))?
            }
            ShiftLeft | ShiftRightSigned | ShiftRightUnsigned => {
                let Some(bits) = constant(&right).filter(|it| (0..=MAX_SHIFT).contains(it)) else {
                    return Ok(None);
                };
                let power = Integer::from(1_i64 << bits);
                if operation == ShiftLeft {
                    return Ok(Some(left.times(&power)));
                }
                if operation == ShiftRightUnsigned && bits > 0 {
                    self.unsigned(op, &left)?;
                }
                self.quotient(&left, &power)
            }
            And | Or | Xor if let (Some(left), Some(right)) = (constant(&left), constant(&right)) => {
                Linear::constant(match operation {
                    And => left & right,
                    Or => left | right,
                    _ => left ^ right,
                })
            }
            And => {
                let (value, mask) = if left.as_constant().is_some() { (right, left) } else { (left, right) };
                // Of the last bits the others are a multiple, also below zero.
                let Some(size) = constant(&mask).and_then(|it| it.checked_add(1)).filter(|it| is_power(*it))
                else {
                    return Ok(None);
                };
                self.binary(BinaryOp::Mod, &value, &Linear::constant(size))?
            }
            Or | Xor => return Ok(None),
        }))
    }

    fn least(&mut self, choice: Choice, forms: [Linear; 2]) -> Result<Linear, Stop> {
        let negative = forms.map(|it| negated(&it));
        Ok(negated(&self.greatest(choice, &negative)?))
    }

    /// The quotient rounded toward zero. Where the dividend may have either sign, each is a piece.
    fn truncated_quotient(&mut self, op: OpId, dividend: &Linear, divisor: &Integer) -> Result<Linear, Stop> {
        let below = negated(dividend);
        if self.is_nonnegative(dividend) {
            return Ok(self.quotient(dividend, divisor));
        }
        if self.is_nonnegative(&below) {
            return Ok(negated(&self.quotient(&below, divisor)));
        }
        if self.choose(Choice::Sign(op), 2)? == 0 {
            self.known.piece.inequalities.push(dividend.clone());
            return Ok(self.quotient(dividend, divisor));
        }
        self.known.piece.inequalities.push(below.clone().plus_constant(-1));
        Ok(negated(&self.quotient(&below, divisor)))
    }

    /// Goes on where a number that is read as unsigned is the same as signed.
    fn unsigned(&self, op: OpId, form: &Linear) -> Result<(), Stop> {
        if self.is_nonnegative(form) {
            return Ok(());
        }
        unknown(format!("`{}` of a number that may be negative", self.ir.ops[op].name))
    }

    fn cast(
        &mut self,
        op: OpId,
        cast: Cast,
        width: Option<u32>,
        depth: usize,
    ) -> Result<Option<Linear>, Stop> {
        if !matches!(
            cast,
            Cast::IndexSigned
                | Cast::IndexUnsigned
                | Cast::ExtendSigned
                | Cast::ExtendUnsigned
                | Cast::Truncate
        ) {
            return Ok(None);
        }
        let Some(form) = self.operand(op, 0, depth) else { return Ok(None) };
        let form = form?;
        let widens = self.ir.ops[op]
            .operands
            .first()
            .and_then(|it| self.width(it.value?))
            .is_some_and(|from| width.is_none_or(|to| from <= to));
        if matches!(cast, Cast::IndexUnsigned | Cast::ExtendUnsigned) {
            self.unsigned(op, &form)?;
        }
        match width {
            Some(width) if !widens && !self.fits(&form, width) => {
                unknown(format!("`{}` to {width} bits of a number that may not fit", self.ir.ops[op].name))
            }
            _ => Ok(Some(form)),
        }
    }

    /// One of two values, by a condition that decides it or makes two pieces.
    fn selected(&mut self, op: OpId, depth: usize) -> Result<Option<Linear>, Stop> {
        let Some(condition) = self.ir.ops[op].operands.first().and_then(|it| it.value) else {
            return Ok(None);
        };
        if let Some(form) = self.expanded_division(op, depth)? {
            return Ok(Some(form));
        }
        if let Some(holds) = self.decided(condition, depth)? {
            return self.operand(op, if holds { 1 } else { 2 }, depth).transpose();
        }
        let chosen = self.choose(Choice::Select(op), 2)?;
        self.assume(condition, chosen == 0, depth)?;
        self.operand(op, chosen + 1, depth).transpose()
    }

    /// The floor, the ceiling or the remainder that conditions and a division toward zero are put together for.
    fn expanded_division(&mut self, op: OpId, depth: usize) -> Result<Option<Linear>, Stop> {
        let Some((operation, dividend, divisor)) = division(self.ir, op) else {
            return Ok(None);
        };
        let dividend = self.value(dividend, depth)?;
        self.binary(operation, &dividend, &Linear::constant(divisor)).map(Some)
    }
}

fn may_wrap(operation: semantics::Integer) -> bool {
    use semantics::Integer::*;
    matches!(operation, Add | Sub | Mul | ShiftLeft | DivSigned | FloorDivSigned | CeilDivSigned)
}

fn negated(form: &Linear) -> Linear {
    form.times(&Integer::from(-1))
}

fn absolute(number: &Integer) -> Integer {
    if number.is_negative() { -number } else { number.clone() }
}

fn is_power(number: i64) -> bool {
    number > 0 && number & (number - 1) == 0
}
