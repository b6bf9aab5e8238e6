//! Affine expressions over variables that MLIR takes for dimensions.

use std::fmt::Write;

#[derive(Clone)]
pub(super) struct Expression {
    pub(super) terms: Vec<Term>,
    pub(super) constant: i64,
}

#[derive(Clone)]
pub(super) struct Term {
    pub(super) factor: i64,
    pub(super) variable: usize,
    pub(super) division: Division,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Division {
    None,
    Mod(i64),
    Floor(i64),
    Ceil(i64),
}

impl Expression {
    pub(super) fn constant(constant: i64) -> Self {
        Self { terms: Vec::new(), constant }
    }

    pub(super) fn plus(&self, constant: i64) -> Self {
        Self { terms: self.terms.clone(), constant: self.constant + constant }
    }

    pub(super) fn variables(&self) -> impl Iterator<Item = usize> {
        self.terms.iter().map(|it| it.variable)
    }

    /// `None` where a number is too large.
    pub(super) fn value(&self, values: &[i64]) -> Option<i64> {
        self.terms.iter().try_fold(self.constant, |sum, it| {
            let value = values[it.variable];
            let divided = match it.division {
                Division::None => value,
                Division::Mod(by) => value.rem_euclid(by),
                Division::Floor(by) => value.div_euclid(by),
                Division::Ceil(by) => value.checked_neg()?.div_euclid(by).checked_neg()?,
            };
            sum.checked_add(it.factor.checked_mul(divided)?)
        })
    }

    /// Over names.
    pub(super) fn text(&self, name: impl Fn(usize) -> String) -> String {
        let mut text = String::new();
        for it in &self.terms {
            let input = name(it.variable);
            let divided = match it.division {
                Division::None => input,
                Division::Mod(by) => format!("({input} mod {by})"),
                Division::Floor(by) => format!("({input} floordiv {by})"),
                Division::Ceil(by) => format!("({input} ceildiv {by})"),
            };
            write!(text, "{divided} * {} + ", it.factor).unwrap();
        }
        write!(text, "{}", self.constant).unwrap();
        text
    }
}
