//! One conjunction of an access relation, over the variables of one execution.

use super::linear::Linear;
use presburger::Integer;

/// One conjunction, with the subscripts in terms of its variables.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Piece {
    /// Number of local variables.
    pub locals: usize,
    /// Each is zero.
    pub equalities: Vec<Linear>,
    /// Each is not negative.
    pub inequalities: Vec<Linear>,
    pub subscripts: Vec<Linear>,
    /// The local variables that are quotients, with their dividends; the inequalities say so too.
    pub quotients: Vec<Quotient>,
}

/// `value = floor(dividend / divisor)`
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Quotient {
    pub dividend: Linear,
    /// Positive.
    pub divisor: Integer,
    pub value: Linear,
}

impl Quotient {
    /// `dividend - divisor * value`.
    pub(super) fn remainder(&self) -> Linear {
        self.dividend.minus(&self.value.times(&self.divisor))
    }

    /// `0 <= remainder < divisor`: each is not negative.
    pub(super) fn bounds(&self) -> [Linear; 2] {
        let remainder = self.remainder();
        let complement = Linear::constant(self.divisor.clone()).plus_constant(-1).minus(&remainder);
        [remainder, complement]
    }
}

impl Piece {
    /// The sizes of its forms, the constants included.
    pub(super) fn terms(&self) -> usize {
        let forms = self.equalities.iter().chain(&self.inequalities).chain(&self.subscripts);
        forms.map(|it| it.terms.len() + 1).sum()
    }
}
