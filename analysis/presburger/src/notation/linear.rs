//! Linear forms and constraints over variables known by number, while a text is read.

use std::collections::BTreeMap;

use crate::Integer;

/// A linear form over variables known by number.
#[derive(Clone, Default, PartialEq)]
pub(super) struct Linear {
    pub(super) coefficients: BTreeMap<usize, Integer>,
    pub(super) constant: Integer,
}

impl Linear {
    pub(super) fn constant(constant: Integer) -> Linear {
        Linear { coefficients: BTreeMap::new(), constant }
    }

    pub(super) fn variable(number: usize) -> Linear {
        Linear { coefficients: BTreeMap::from([(number, Integer::ONE)]), constant: Integer::ZERO }
    }

    pub(super) fn plus(mut self, factor: &Integer, other: &Linear) -> Linear {
        self.constant.add_product(factor, &other.constant);
        for (number, coefficient) in &other.coefficients {
            let entry = self.coefficients.entry(*number).or_default();
            entry.add_product(factor, coefficient);
            if entry.is_zero() {
                self.coefficients.remove(number);
            }
        }
        self
    }

    pub(super) fn minus(self, other: &Linear) -> Linear {
        self.plus(&Integer::MINUS_ONE, other)
    }

    pub(super) fn scaled(&self, factor: &Integer) -> Linear {
        Linear::default().plus(factor, self)
    }
}

#[derive(Clone)]
pub(super) struct Constraint {
    pub(super) form: Linear,
    pub(super) equality: bool,
}

/// Constraints that hold together, and the local variables that were declared among them.
#[derive(Clone, Default)]
pub(super) struct Conjunction {
    pub(super) constraints: Vec<Constraint>,
    pub(super) locals: Vec<usize>,
}
