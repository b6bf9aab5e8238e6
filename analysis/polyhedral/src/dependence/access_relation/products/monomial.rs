//! Products of variables, at most one of them not a symbol.

use crate::dependence::linear::Variable;
use ir::ValueId;
use presburger::Integer;
use smallvec::SmallVec;

/// The product of symbols, sorted, and at most one other variable.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Monomial {
    pub(super) symbols: SmallVec<[ValueId; 2]>,
    pub(super) other: Option<Variable>,
}

/// A sum of monomials with factors.
pub(super) type Polynomial = Vec<(Monomial, Integer)>;

impl Monomial {
    pub(super) fn degree(&self) -> usize {
        self.symbols.len() + usize::from(self.other.is_some())
    }

    pub(super) fn is_product(&self) -> bool {
        self.degree() > 1
    }

    pub(super) fn times(&self, other: &Self) -> Option<Self> {
        let variable = match (self.other, other.other) {
            (Some(_), Some(_)) => return None,
            (a, b) => a.or(b),
        };
        let mut symbols = self.symbols.clone();
        symbols.extend_from_slice(&other.symbols);
        symbols.sort_unstable();
        Some(Self { symbols, other: variable })
    }
}
