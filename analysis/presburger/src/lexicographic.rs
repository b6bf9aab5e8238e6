//! Lexicographically least integer values.

use crate::interrupt::{Budget, GaveUp};
use crate::matrix::Row;
use crate::optimum::Optimum;
use crate::reduction::Reduced;
use crate::{Integer, IntegerRelation, Space, Union};

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

impl IntegerRelation {
    /// `{ x -> y }` for the lexicographically least `y` of every `x`, for all values of the symbols: a piecewise function, as its graph.
    ///
    /// Exact over the integers. Where `y` has no least value, `x` does not occur. It is what remains without those `y` that a lesser
    /// one of the same `x` beats (Feautrier, *Parametric integer programming*, 1988, computes the same by a parametric dual simplex).
    pub fn lexmin_of_range(&self, budget: &Budget<'_>) -> Result<Union, GaveUp> {
        self.undominated(&Integer::ONE, budget)
    }

    /// `{ x -> y }` for the lexicographically greatest `y` of every `x`, as [`IntegerRelation::lexmin_of_range`].
    pub fn lexmax_of_range(&self, budget: &Budget<'_>) -> Result<Union, GaveUp> {
        self.undominated(&Integer::MINUS_ONE, budget)
    }

    fn undominated(&self, sign: &Integer, budget: &Budget<'_>) -> Result<Union, GaveUp> {
        let range = self.space().range_columns();
        let visible = self.space().local_columns().start;
        let space = Space { locals: range.len() + self.space().locals, ..self.space() };
        // The same rows for another `z` in place of `y`; the variables of `z` are the first locals.
        let source: Vec<Option<usize>> = (0..visible)
            .map(|column| if range.contains(&column) { None } else { Some(column) })
            .chain(range.clone().map(Some))
            .chain((visible..self.space().columns()).map(Some))
            .collect();
        let other = self.rearranged(space, &source);
        let mut beaten = Union::empty(space);
        for level in 0..range.len() {
            let mut part = other.clone();
            for column in 0..=level {
                let mut row: Row = std::iter::repeat_n(Integer::ZERO, space.columns()).collect();
                row[range.start + column] = sign.clone();
                row[visible + column] = -sign;
                if column < level {
                    part.add_equality(&row);
                } else {
                    row[space.constant()] = Integer::MINUS_ONE;
                    part.add_inequality(&row);
                }
            }
            beaten.push(part);
        }
        Union::from(self.clone()).subtract(&beaten, budget)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(relation: &str, expected: &str) {
        let budget = Budget::unlimited();
        let graph = IntegerRelation::parse(relation).unwrap().lexmin_of_range(&budget).unwrap();
        let expected = Union::parse(expected).unwrap();
        assert!(graph.is_equal(&expected, &budget).unwrap(), "{graph}");
    }

    #[test]
    fn a_maximum_of_two_bounds() {
        check(
            "[N] -> { [i] -> [k] : k >= i and k >= N }",
            "[N] -> { [i] -> [i] : i >= N; [i] -> [N] : i < N }",
        );
    }

    #[test]
    fn a_rounded_bound() {
        check("{ [i] -> [k] : 3k >= i }", "{ [i] -> [ceil((i) / 3)] }");
        check(
            "{ [i] -> [k, l] : 2k >= i and l >= 3k - i }",
            "{ [i] -> [k, l] : k = ceil((i)/2) and l = 3k - i }",
        );
    }

    #[test]
    fn no_least_value() {
        check("{ [i] -> [k] : k <= i }", "{ [i] -> [k] : false }");
    }
}
