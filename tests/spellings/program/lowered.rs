//! The operations that `mlir-opt --lower-affine` makes of divisions of affine expressions.

use super::expression::Division;
use super::random::Build;
use super::{Binary, Predicate};

impl Build {
    /// A division of a value by a positive constant.
    pub(super) fn lowered(&mut self, value: usize, division: Division) -> usize {
        let zero = self.constant_like(value, 0);
        match division {
            Division::None => value,
            Division::Mod(by) => {
                let by = self.constant_like(value, by);
                let remainder = self.binary(Binary::RemSigned, value, by);
                let is_negative = self.compare(Predicate::Slt, remainder, zero);
                let more = self.binary(Binary::Add, remainder, by);
                self.select(is_negative, more, remainder)
            }
            Division::Floor(by) => {
                let by = self.constant_like(value, by);
                let minus_one = self.constant_like(value, -1);
                let is_negative = self.compare(Predicate::Slt, value, zero);
                let inverse = self.binary(Binary::Sub, minus_one, value);
                let dividend = self.select(is_negative, inverse, value);
                let quotient = self.binary(Binary::DivSigned, dividend, by);
                let inverse = self.binary(Binary::Sub, minus_one, quotient);
                self.select(is_negative, inverse, quotient)
            }
            Division::Ceil(by) => {
                let by = self.constant_like(value, by);
                let one = self.constant_like(value, 1);
                let is_small = self.compare(Predicate::Sle, value, zero);
                let negated = self.binary(Binary::Sub, zero, value);
                let less = self.binary(Binary::Sub, value, one);
                let dividend = self.select(is_small, negated, less);
                let quotient = self.binary(Binary::DivSigned, dividend, by);
                let negated = self.binary(Binary::Sub, zero, quotient);
                let more = self.binary(Binary::Add, quotient, one);
                self.select(is_small, negated, more)
            }
        }
    }
}
