//! Lexicographically least integer values.

use crate::interrupt::{Budget, GaveUp};
use crate::matrix::Row;
use crate::optimum::Optimum;
use crate::reduction::Reduced;
use crate::{Integer, IntegerRelation};

/// The lexicographically least vector of values of some columns.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Lexmin {
    /// There is no point.
    Empty,
    /// The variable of this column has no least value once those before it have theirs.
    Unbounded(usize),
    /// The values of the columns, in the order asked for.
    Point(Vec<Integer>),
}

impl IntegerRelation {
    /// The lexicographically least integer values of the variables of `columns`, in that order. The other variables take any values:
    /// symbols are not parameters here. Exact over the integers for every input.
    ///
    /// One integer minimum per column, each with the columns before it at their values.
    pub fn lexmin(&self, columns: &[usize], budget: &Budget<'_>) -> Result<Lexmin, GaveUp> {
        self.lexicographic_extreme(columns, false, budget)
    }

    /// The lexicographically greatest integer values, as [`IntegerRelation::lexmin`].
    pub fn lexmax(&self, columns: &[usize], budget: &Budget<'_>) -> Result<Lexmin, GaveUp> {
        self.lexicographic_extreme(columns, true, budget)
    }

    fn lexicographic_extreme(
        &self,
        columns: &[usize],
        greatest: bool,
        budget: &Budget<'_>,
    ) -> Result<Lexmin, GaveUp> {
        let Some(mut reduced) = Reduced::of(self, budget)? else { return Ok(Lexmin::Empty) };
        if columns.is_empty() {
            return Ok(match reduced.sample(budget)? {
                Some(_) => Lexmin::Point(Vec::new()),
                None => Lexmin::Empty,
            });
        }
        let mut values = Vec::with_capacity(columns.len());
        for &column in columns {
            let mut row: Row = reduced.lift.row(column).iter().cloned().collect();
            let optimum =
                if greatest { reduced.maximum(&row, budget)? } else { reduced.minimum(&row, budget)? };
            let value = match optimum {
                Optimum::Empty => return Ok(Lexmin::Empty),
                Optimum::Unbounded => return Ok(Lexmin::Unbounded(column)),
                Optimum::Value(value) => value,
            };
            let constant = row.len() - 1;
            row[constant] -= &value;
            // The value is attained, so the slice is not empty.
            let Some(slice) = reduced.with_equality(&row, budget)? else { return Ok(Lexmin::Empty) };
            reduced = slice;
            values.push(value);
        }
        Ok(Lexmin::Point(values))
    }
}
