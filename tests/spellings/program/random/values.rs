//! Arithmetic by chance.

use std::collections::BTreeSet;

use super::super::expression::Division;
use super::{Binary, Build, Feature, Node, Operation, Predicate, Type};

impl Build {
    /// A value of type `index`, mostly one that is there.
    pub(super) fn index(&mut self) -> usize {
        let there: Vec<usize> =
            self.visible.iter().copied().filter(|it| self.variables[*it].ty == Type::Index).collect();
        let integers: Vec<usize> = self.visible.iter().copied().filter(|it| self.is_integer(*it)).collect();
        if !integers.is_empty() && self.one_in(3) {
            let operand = integers[self.random.below(integers.len())];
            return self.cast(operand, Type::Index);
        }
        let Some(first) = there.get(self.random.below(there.len())).copied() else {
            let value = self.between(-1, 3);
            return self.constant(Type::Index, value);
        };
        match self.random.below(3) {
            0 => first,
            1 => self.computed(first),
            _ => {
                let inner = self.computed(first);
                self.computed(inner)
            }
        }
    }

    fn is_integer(&self, variable: usize) -> bool {
        matches!(self.variables[variable].ty, Type::I32 | Type::I64)
    }

    /// Something of a value of type `index`.
    fn computed(&mut self, value: usize) -> usize {
        match self.random.below(22) {
            0..=3 => {
                let by = self.between(-2, 3);
                let other = self.constant_like(value, by);
                let binary = if self.one_in(3) { Binary::Sub } else { Binary::Add };
                self.binary(binary, value, other)
            }
            4..=5 => {
                let other = self.another(value);
                let binary = if self.one_in(2) { Binary::Sub } else { Binary::Add };
                self.binary(binary, value, other)
            }
            6..=7 => {
                let by = self.between(-2, 3);
                let other = self.constant_like(value, by);
                self.binary(Binary::Mul, value, other)
            }
            8..=9 => {
                let by = [2, 3, 4, -2, -3][self.random.below(5)];
                let other = self.constant_like(value, by);
                let binary =
                    [Binary::DivSigned, Binary::RemSigned, Binary::FloorDivSigned, Binary::CeilDivSigned];
                let binary = binary[self.random.below(4)];
                self.binary(binary, value, other)
            }
            10 => {
                let (by, bits) = (self.between(2, 4), self.between(0, 2));
                let unsigned = [
                    (Binary::DivUnsigned, by),
                    (Binary::RemUnsigned, by),
                    (Binary::ShiftRightUnsigned, bits),
                    (Binary::MinUnsigned, by),
                    (Binary::MaxUnsigned, by),
                ];
                let (binary, by) = unsigned[self.random.below(5)];
                let other = self.constant_like(value, by);
                self.binary(binary, value, other)
            }
            11..=12 => {
                let bits = self.between(0, 2);
                let mask = (1 << (bits + 1)) - 1;
                let of_bits =
                    [(Binary::ShiftLeft, bits), (Binary::ShiftRightSigned, bits), (Binary::And, mask)];
                let (binary, by) = of_bits[self.random.below(3)];
                let other = self.constant_like(value, by);
                self.binary(binary, value, other)
            }
            13 => {
                let binary = [Binary::And, Binary::Or, Binary::Xor][self.random.below(3)];
                let by = self.between(-2, 5);
                let other = self.constant_like(value, by);
                self.binary(binary, value, other)
            }
            14..=15 => {
                let other = if self.one_in(2) {
                    self.another(value)
                } else {
                    let by = self.between(-1, 3);
                    self.constant_like(value, by)
                };
                let binary = if self.one_in(2) { Binary::MinSigned } else { Binary::MaxSigned };
                self.binary(binary, value, other)
            }
            16 => {
                let other = self.another(value);
                let condition = self.condition();
                self.select(condition, value, other)
            }
            17..=18 => {
                let by = self.between(2, 4);
                let division = [Division::Mod(by), Division::Floor(by), Division::Ceil(by)];
                let division = division[self.random.below(3)];
                self.lowered(value, division)
            }
            19 => {
                let other = self.another(value);
                self.binary(Binary::Mul, value, other)
            }
            20 => self.through_integers(value),
            _ if self.has_dims() => self.apply(),
            _ => value,
        }
    }

    fn has_dims(&self) -> bool {
        self.visible.iter().any(|it| self.variables[*it].is_dim)
    }

    /// A visible value of the same type.
    fn another(&mut self, like: usize) -> usize {
        let ty = self.variables[like].ty;
        let all: Vec<usize> =
            self.visible.iter().copied().filter(|it| self.variables[*it].ty == ty).collect();
        all.get(self.random.below(all.len())).copied().unwrap_or(like)
    }

    /// Casts, computes, and casts back. Sometimes it wraps.
    fn through_integers(&mut self, value: usize) -> usize {
        let ty = if self.one_in(3) { Type::I64 } else { Type::I32 };
        let mut integer = self.cast(value, ty);
        for _ in 0..1 + self.random.below(2) {
            let (factor, near) = (self.between(-2, 3), self.between(-2, 2));
            let far = i64::from(i32::MAX) - self.between(0, 2);
            let choices = [
                (Binary::Add, near),
                (Binary::Add, far),
                (Binary::Sub, near),
                (Binary::Mul, factor),
                (Binary::Mul, 1 << 30),
                (Binary::DivSigned, 2),
                (Binary::RemSigned, 3),
                (Binary::DivUnsigned, 2),
                (Binary::ShiftLeft, 2),
            ];
            let (binary, by) = choices[self.random.below(choices.len())];
            let other = self.constant_like(integer, by);
            integer = self.binary(binary, integer, other);
        }
        self.cast(integer, Type::Index)
    }

    pub(in super::super) fn constant(&mut self, ty: Type, value: i64) -> usize {
        self.let_variable(ty, Operation::Constant(value), [])
    }

    pub(in super::super) fn constant_like(&mut self, like: usize, value: i64) -> usize {
        self.constant(self.variables[like].ty, value)
    }

    pub(in super::super) fn binary(&mut self, binary: Binary, a: usize, b: usize) -> usize {
        let ty = self.variables[a].ty;
        let is_nsw = binary.can_be_nsw() && self.one_in(4);
        let is_constant = |it: usize| self.is_constant(it);
        let feature = match binary {
            Binary::Mul if !is_constant(a) && !is_constant(b) => Some(Feature::Product),
            Binary::DivUnsigned
            | Binary::RemUnsigned
            | Binary::ShiftRightUnsigned
            | Binary::MinUnsigned
            | Binary::MaxUnsigned => Some(Feature::Unsigned),
            Binary::And | Binary::Or | Binary::Xor if ty != Type::I1 => {
                let is_mask =
                    |it: usize| self.constant_value(it).is_some_and(|it| it > 0 && (it & (it + 1)) == 0);
                (binary != Binary::And || !is_mask(b)).then_some(Feature::Bits)
            }
            _ => None,
        };
        let result = self.let_variable(ty, Operation::Binary(binary, [a, b], is_nsw), [a, b]);
        self.variables[result].features.extend(feature);
        if matches!(ty, Type::I32 | Type::I64) {
            self.variables[result].features.insert(Feature::Integer);
        }
        result
    }

    pub(in super::super) fn compare(&mut self, predicate: Predicate, a: usize, b: usize) -> usize {
        let result = self.let_variable(Type::I1, Operation::Compare(predicate, [a, b]), [a, b]);
        if predicate.is_unsigned() {
            self.variables[result].features.insert(Feature::Unsigned);
        }
        result
    }

    pub(in super::super) fn select(&mut self, condition: usize, a: usize, b: usize) -> usize {
        let ty = self.variables[a].ty;
        self.let_variable(ty, Operation::Select(condition, [a, b]), [condition, a, b])
    }

    pub(super) fn cast(&mut self, value: usize, ty: Type) -> usize {
        let result = self.let_variable(ty, Operation::Cast(value), [value]);
        self.variables[result].features.insert(Feature::Integer);
        result
    }

    fn apply(&mut self) -> usize {
        let value = self.expression();
        let operands: Vec<usize> = value.variables().collect();
        let result = self.let_variable(Type::Index, Operation::Apply(value), operands);
        self.variables[result].is_dim = true;
        result
    }

    pub(super) fn extreme(&mut self) -> usize {
        let both = [self.expression(), self.expression()];
        let operands: Vec<usize> = both.iter().flat_map(super::Expression::variables).collect();
        let is_least = self.one_in(2);
        self.let_variable(Type::Index, Operation::Extreme(both, is_least), operands)
    }

    /// The result has the features of the operands.
    pub(super) fn let_variable(
        &mut self,
        ty: Type,
        operation: Operation,
        operands: impl IntoIterator<Item = usize>,
    ) -> usize {
        let features: BTreeSet<Feature> =
            operands.into_iter().flat_map(|it| self.variables[it].features.clone()).collect();
        // At the top of a function every value is a symbol.
        let is_dim = ty == Type::Index && self.blocks.len() == 1;
        let result = self.new_variable(ty, is_dim, features);
        self.emit(Node::Let { result, operation });
        result
    }

    fn is_constant(&self, variable: usize) -> bool {
        self.constant_value(variable).is_some()
    }

    fn constant_value(&self, variable: usize) -> Option<i64> {
        self.blocks.iter().flatten().find_map(|it| match it {
            Node::Let { result, operation: Operation::Constant(value) } if *result == variable => {
                Some(*value)
            }
            _ => None,
        })
    }
}
