//! Bounds of one variable: constants, or linear forms over other variables.

use crate::interrupt::{Budget, GaveUp};
use crate::matrix::negated;
use crate::optimum::Optimum;
use crate::{Integer, IntegerRelation};

/// A bound of a variable `x` by a linear form.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Bound {
    /// Positive.
    pub coefficient: Integer,
    /// One entry per column of the relation, of which only those asked for and the constant may be other than zero.
    ///
    /// As a lower bound: `coefficient * x >= row`, so `x >= ceil(row / coefficient)`. As an upper bound: `coefficient * x <= row`, so
    /// `x <= floor(row / coefficient)`. Upper bounds are inclusive.
    pub row: Vec<Integer>,
}

/// All bounds that were found. An empty list means that none was: not that there is none.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Bounds {
    /// `x` is at least the greatest of these.
    pub lower: Vec<Bound>,
    /// `x` is at most the least of these.
    pub upper: Vec<Bound>,
}

impl IntegerRelation {
    /// The least and the greatest value of the variable in `column`. Exact over the integers, and attained.
    pub fn constant_bounds(&self, column: usize, budget: &Budget<'_>) -> Result<(Optimum, Optimum), GaveUp> {
        self.extent(&self.variable_row(column), budget)
    }

    /// Bounds of the variable in `column` by linear forms over the variables of `of`.
    ///
    /// Every bound holds at every integer point, so together they err on the side of too many points: they come from rational
    /// Fourier–Motzkin elimination of all other variables, with rounded constants. They are the exact hull where each
    /// elimination was by a unit coefficient. A variable that is a function `q x = row` has that bound on both sides. `None` if the
    /// elimination showed that the relation is empty.
    pub fn bounds_in_terms_of(
        &self,
        column: usize,
        of: &[usize],
        budget: &Budget<'_>,
    ) -> Result<Option<Bounds>, GaveUp> {
        let variables = self.space().variables();
        let eliminated: Vec<bool> =
            (0..variables).map(|other| other != column && !of.contains(&other)).collect();
        let mut relation = self.clone();
        relation.eliminate_in_place(&eliminated, budget)?;
        relation.remove_redundant(budget)?;
        if relation.is_obviously_empty() {
            return Ok(None);
        }
        let mut bounds = Bounds::default();
        if column >= variables {
            return Ok(Some(bounds));
        }
        let bound = |row: &[Integer]| {
            // `row` is `form - coefficient * x`.
            let mut row = row.to_vec();
            let coefficient = -std::mem::take(&mut row[column]);
            Bound { coefficient, row }
        };
        for row in relation.equalities().filter(|row| !row[column].is_zero()) {
            let negative =
                if row[column].is_positive() { negated(row) } else { row.iter().cloned().collect() };
            bounds.upper.push(bound(&negative));
            bounds.lower.push(bound(&negative));
        }
        for row in relation.inequalities() {
            if row[column].is_positive() {
                bounds.lower.push(bound(&negated(row)));
            } else if row[column].is_negative() {
                bounds.upper.push(bound(row));
            }
        }
        Ok(Some(bounds))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(text: &str) -> IntegerRelation {
        IntegerRelation::parse(text).unwrap()
    }

    #[test]
    fn constants_are_integral() {
        let bounds = set("{ [i, j] : 2i = 3j and 1 <= i <= 8 }").constant_bounds(1, &Budget::unlimited());
        assert_eq!(bounds, Ok((Optimum::Value(2.into()), Optimum::Value(4.into()))));
    }

    #[test]
    fn bounds_over_another_variable() {
        let relation = set("[N] -> { [i, j, k] : 0 <= i < N and i <= j <= k and k < 2i + 3 }");
        let bounds = relation.bounds_in_terms_of(1, &[0], &Budget::unlimited()).unwrap().unwrap();
        let row = |row: [i64; 5]| row.map(Integer::from).to_vec();
        assert_eq!(bounds.lower, [Bound { coefficient: 1.into(), row: row([1, 0, 0, 0, 0]) }]);
        assert_eq!(bounds.upper, [Bound { coefficient: 1.into(), row: row([2, 0, 0, 0, 2]) }]);
    }

    #[test]
    fn a_function_bounds_on_both_sides() {
        let relation = set("{ [i, j] : 3j = 2i }");
        let bounds = relation.bounds_in_terms_of(1, &[0], &Budget::unlimited()).unwrap().unwrap();
        let both = [Bound { coefficient: 3.into(), row: [2i64, 0, 0].map(Integer::from).to_vec() }];
        assert_eq!((bounds.lower.as_slice(), bounds.upper.as_slice()), (&both[..], &both[..]));
    }

    #[test]
    fn emptiness_shows() {
        let relation = set("{ [i, j] : i >= j + 1 and j >= i }");
        assert_eq!(relation.bounds_in_terms_of(0, &[], &Budget::unlimited()), Ok(None));
    }
}
