//! [`Solver`]: a relation after the elimination of its equalities, ready for many questions.

use crate::interrupt::{Budget, GaveUp};
use crate::matrix::Row;
use crate::reduced::Reduced;
use crate::{Integer, IntegerRelation};

/// What several questions about one relation share: its integer points parametrised, without equalities.
///
/// Rows and points are those of the relation: the solver translates. Adding a row costs a copy of the reduced system, which is small; so
/// the dependences of one pair at all depths come from one solver, with a row or two more for each depth.
///
/// ```
/// use presburger::{Budget, IntegerRelation, Optimum};
///
/// let budget = Budget::unlimited();
/// let pairs = IntegerRelation::parse("{ [i] -> [k] : 0 <= i, k < 8 and 2i = k + 3 }").unwrap();
/// let solver = pairs.solver(&budget).unwrap();
/// let distance = [-1, 1, 0].map(Into::into);
/// let later = solver.with_inequality(&[-1, 1, -1].map(Into::into), &budget).unwrap();
/// assert_eq!(solver.minimum(&distance, &budget), Ok(Optimum::Value((-1).into())));
/// assert_eq!(later.minimum(&distance, &budget), Ok(Optimum::Value(1.into())));
/// ```
#[derive(Clone, Debug)]
pub struct Solver {
    /// `None` if the equalities alone, or two rows, contradict each other.
    pub(crate) reduced: Option<Reduced>,
}

impl IntegerRelation {
    /// Eliminates the equalities once, for many questions.
    pub fn solver(&self, budget: &Budget<'_>) -> Result<Solver, GaveUp> {
        Ok(Solver { reduced: Reduced::of(self, budget)? })
    }

    /// The row that is the variable in `column`; zero if there is none.
    pub(crate) fn variable_row(&self, column: usize) -> Row {
        let mut row: Row = std::iter::repeat_n(Integer::ZERO, self.space.columns()).collect();
        if let Some(entry) = row[..self.space.constant()].get_mut(column) {
            *entry = Integer::ONE;
        }
        row
    }
}

impl Solver {
    /// The points where also `row = 0`, a row over the columns of the relation.
    pub fn with_equality(&self, row: &[Integer], budget: &Budget<'_>) -> Result<Solver, GaveUp> {
        let Some(reduced) = &self.reduced else { return Ok(Solver { reduced: None }) };
        Ok(Solver { reduced: reduced.with_equality(&reduced.row(row), budget)? })
    }

    /// The points where also `row >= 0`, a row over the columns of the relation.
    pub fn with_inequality(&self, row: &[Integer], budget: &Budget<'_>) -> Result<Solver, GaveUp> {
        let Some(reduced) = &self.reduced else { return Ok(Solver { reduced: None }) };
        Ok(Solver { reduced: reduced.with_inequality(&reduced.row(row), budget)? })
    }

    /// The value of a linear form if the equalities alone make it constant. `None` does not say that it is not constant.
    pub fn obvious_value(&self, row: &[Integer]) -> Option<Integer> {
        let row = self.reduced.as_ref()?.row(row);
        let (constant, coefficients) = row.split_last()?;
        coefficients.iter().all(Integer::is_zero).then(|| constant.clone())
    }
}
