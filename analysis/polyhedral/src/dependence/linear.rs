//! Linear forms over loops, symbols and local variables: what subscripts, bounds and conditions become.

use ir::ValueId;
use presburger::Integer;
use smallvec::{SmallVec, smallvec};

/// A variable of an access relation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Variable {
    /// Index into the access's loops, outermost first.
    Loop(usize),
    /// An index value that is fixed while the loops run; the same for both accesses of a pair.
    Symbol(ValueId),
    /// Existentially quantified, numbered within one piece.
    Local(usize),
}

impl Variable {
    pub fn as_symbol(self) -> Option<ValueId> {
        match self {
            Variable::Symbol(value) => Some(value),
            Variable::Loop(_) | Variable::Local(_) => None,
        }
    }
}

/// Most forms are bounds or subscripts of few variables: they need no allocation.
type Terms = SmallVec<[(Variable, Integer); 3]>;

/// A sum of integer multiples of variables, and a constant. Terms are sorted by variable, without zeros.
#[derive(Debug, PartialEq, Eq, Hash, Default)]
pub struct Linear {
    pub terms: Terms,
    pub constant: Integer,
}

impl Clone for Linear {
    fn clone(&self) -> Self {
        // Systems are copied all the time, and the copy of a `SmallVec` asks for room once more with each entry.
        let mut terms = Terms::with_capacity(self.terms.len());
        for (variable, factor) in &self.terms {
            terms.push((*variable, factor.clone()));
        }
        Self { terms, constant: self.constant.clone() }
    }
}

impl Linear {
    /// The form over other variables: these loops, and locals numbered from `first_local`.
    pub fn renamed(&self, loops: &[Variable], first_local: usize) -> Linear {
        let renamed = |(variable, factor): &(Variable, Integer)| {
            let variable = match variable {
                Variable::Loop(index) => loops.get(*index).copied().unwrap_or(*variable),
                Variable::Local(index) => Variable::Local(first_local + index),
                Variable::Symbol(_) => *variable,
            };
            (variable, factor.clone())
        };
        let mut terms = Terms::with_capacity(self.terms.len());
        self.terms.iter().for_each(|it| terms.push(renamed(it)));
        if terms.is_sorted_by(|before, next| before.0 < next.0) {
            return Linear { terms, constant: self.constant.clone() };
        }
        terms.sort_by_key(|it| it.0);
        // Two loops may become one.
        terms.dedup_by(|next, sum| {
            let is_same = next.0 == sum.0;
            if is_same {
                sum.1 = &sum.1 + &next.1;
            }
            is_same
        });
        terms.retain(|it| !it.1.is_zero());
        Linear { terms, constant: self.constant.clone() }
    }

    pub fn constant(value: impl Into<Integer>) -> Self {
        Self { terms: Terms::new(), constant: value.into() }
    }

    pub fn variable(variable: Variable) -> Self {
        Self { terms: smallvec![(variable, Integer::from(1))], constant: Integer::from(0) }
    }

    pub fn as_constant(&self) -> Option<&Integer> {
        self.terms.is_empty().then_some(&self.constant)
    }

    pub fn plus(&self, other: &Linear) -> Linear {
        self.plus_multiple(other, &Integer::from(1))
    }

    pub fn minus(&self, other: &Linear) -> Linear {
        self.plus_multiple(other, &Integer::from(-1))
    }

    pub fn plus_constant(mut self, value: i64) -> Linear {
        self.constant = &self.constant + &Integer::from(value);
        self
    }

    pub fn times(&self, factor: &Integer) -> Linear {
        Linear::default().plus_multiple(self, factor)
    }

    pub fn mentions(&self, variable: Variable) -> bool {
        self.terms.iter().any(|it| it.0 == variable)
    }

    /// Replaces a variable by a form.
    pub fn substitute(&mut self, variable: Variable, value: &Linear) {
        if let Ok(index) = self.terms.binary_search_by(|it| it.0.cmp(&variable)) {
            let (_, coefficient) = self.terms.remove(index);
            *self = self.plus_multiple(value, &coefficient);
        }
    }

    fn plus_multiple(&self, other: &Linear, factor: &Integer) -> Linear {
        let mut terms = Terms::with_capacity(self.terms.len() + other.terms.len());
        let (mut left, mut right) = (self.terms.iter().peekable(), other.terms.iter().peekable());
        loop {
            let (variable, coefficient) = match (left.peek(), right.peek()) {
                (Some(a), Some(b)) if a.0 == b.0 => {
                    let sum = &a.1 + &(&b.1 * factor);
                    let variable = a.0;
                    left.next();
                    right.next();
                    (variable, sum)
                }
                (Some(a), b) if b.is_none_or(|b| a.0 < b.0) => {
                    let term = (a.0, a.1.clone());
                    left.next();
                    term
                }
                (_, Some(b)) => {
                    let term = (b.0, &b.1 * factor);
                    right.next();
                    term
                }
                _ => break,
            };
            if !coefficient.is_zero() {
                terms.push((variable, coefficient));
            }
        }
        Linear { terms, constant: &self.constant + &(&other.constant * factor) }
    }
}

/// The form with these factors of the first loops, and a constant.
#[cfg(test)]
pub(super) fn of_loops(factors: &[i64], constant: i64) -> Linear {
    let sum = Linear::constant(constant);
    factors.iter().enumerate().fold(sum, |sum, (index, factor)| {
        sum.plus(&Linear::variable(Variable::Loop(index)).times(&Integer::from(*factor)))
    })
}
