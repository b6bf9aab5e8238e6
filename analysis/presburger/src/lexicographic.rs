//! Lexicographically least integer values.

use crate::interrupt::{Budget, GaveUp};
use crate::matrix::{Row, negated, row_of};
use crate::number::Number;
use crate::optimum::Optimum;
use crate::reduced::Reduced;
use crate::{Integer, IntegerRelation, Solver, Space, Union};

/// The lexicographically least vector of values of some variables or linear forms.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Lexmin {
    /// There is no point.
    Empty,
    /// The form at this place of the list has no least value once those before it have theirs.
    Unbounded(usize),
    /// The values, in the order asked for.
    Point(Vec<Integer>),
}

impl IntegerRelation {
    /// The lexicographically least integer values of the variables of `columns`, in that order. The other variables take any values:
    /// symbols are not parameters here. Exact over the integers for every input.
    ///
    /// One integer minimum per column, each with the columns before it at their values.
    pub fn lexmin(&self, columns: &[usize], budget: &Budget<'_>) -> Result<Lexmin, GaveUp> {
        self.solver(budget)?.lexicographic_extreme(&self.variable_rows(columns), false, budget)
    }

    /// The lexicographically greatest integer values, as [`IntegerRelation::lexmin`].
    pub fn lexmax(&self, columns: &[usize], budget: &Budget<'_>) -> Result<Lexmin, GaveUp> {
        self.solver(budget)?.lexicographic_extreme(&self.variable_rows(columns), true, budget)
    }

    fn variable_rows(&self, columns: &[usize]) -> Vec<Row> {
        columns.iter().map(|&column| self.variable_row(column)).collect()
    }
}

impl Solver {
    /// The lexicographically least values of linear forms, each a row over the columns of the relation with its constant.
    pub fn lexmin(&self, forms: &[Vec<Integer>], budget: &Budget<'_>) -> Result<Lexmin, GaveUp> {
        self.lexicographic_extreme(forms, false, budget)
    }

    /// The lexicographically greatest values of linear forms.
    pub fn lexmax(&self, forms: &[Vec<Integer>], budget: &Budget<'_>) -> Result<Lexmin, GaveUp> {
        self.lexicographic_extreme(forms, true, budget)
    }

    fn lexicographic_extreme(
        &self,
        forms: &[impl AsRef<[Integer]>],
        greatest: bool,
        budget: &Budget<'_>,
    ) -> Result<Lexmin, GaveUp> {
        let extreme = self.ask(
            budget,
            |it| it.lexicographic_extreme(forms, greatest, budget),
            |it| it.lexicographic_extreme(forms, greatest, budget),
        )?;
        Ok(extreme.unwrap_or(Lexmin::Empty))
    }
}

impl<N: Number> Reduced<N> {
    fn lexicographic_extreme(
        &self,
        forms: &[impl AsRef<[Integer]>],
        greatest: bool,
        budget: &Budget<'_>,
    ) -> Result<Lexmin, GaveUp> {
        if forms.is_empty() {
            let point = self.sample(budget)?;
            return Ok(point.map_or(Lexmin::Empty, |_| Lexmin::Point(Vec::new())));
        }
        let mut system = self.clone();
        let mut values: Vec<Integer> = Vec::with_capacity(forms.len());
        for (index, form) in forms.iter().enumerate() {
            // Of the greatest values, the negatives are the least.
            let mut form: Row<N> = row_of(form.as_ref());
            if greatest {
                form = negated(&form);
            }
            let value = match system.minimum(&system.row(&form), budget)? {
                Optimum::Empty => return Ok(Lexmin::Empty),
                Optimum::Unbounded => return Ok(Lexmin::Unbounded(index)),
                Optimum::Value(value) => value,
            };
            if index + 1 < forms.len() {
                if let Some(constant) = form.last_mut() {
                    *constant -= &value;
                }
                let Some(rest) = system.with_equality(&system.row(&form), budget)? else {
                    return Ok(Lexmin::Empty);
                };
                system = rest;
            }
            values.push(if greatest { -value } else { value }.into());
        }
        Ok(Lexmin::Point(values))
    }
}

impl Union {
    /// `{ x -> y }` for the lexicographically least `y` of every `x`, for all values of the symbols: a piecewise function, as its graph.
    ///
    /// Exact over the integers. Where `y` has no least value, `x` does not occur. It is what remains without those `y` that a lesser
    /// one of the same `x` beats (Feautrier, *Parametric integer programming*, 1988, computes the same by a parametric dual simplex).
    pub fn lexmin_of_range(&self, budget: &Budget<'_>) -> Result<Union, GaveUp> {
        self.undominated(&Integer::ONE, budget)
    }

    /// `{ x -> y }` for the lexicographically greatest `y` of every `x`, as [`Union::lexmin_of_range`].
    pub fn lexmax_of_range(&self, budget: &Budget<'_>) -> Result<Union, GaveUp> {
        self.undominated(&Integer::MINUS_ONE, budget)
    }

    fn undominated(&self, sign: &Integer, budget: &Budget<'_>) -> Result<Union, GaveUp> {
        let mut beaten = Union::empty(self.space());
        for part in self.parts() {
            for level in 0..self.space().range {
                let lesser = beaten_at(part, level, sign);
                // Of a function nothing is beaten, and quantifiers take long to eliminate.
                for own in self.parts() {
                    if !own.intersect(&lesser).is_integer_empty(budget)? {
                        beaten.push(lesser);
                        break;
                    }
                }
            }
        }
        self.subtract(&beaten, budget)
    }
}

/// All `x -> y` for which some `x -> z` agrees with `y` in the first `level` variables and is less (greater, for a negative sign) in the next.
fn beaten_at(relation: &IntegerRelation, level: usize, sign: &Integer) -> IntegerRelation {
    let range = relation.space().range_columns();
    let visible = relation.space().local_columns().start;
    let space = Space { locals: range.len() + relation.space().locals, ..relation.space() };
    // The same rows for `z` in place of `y`; the variables of `z` are the first locals.
    let source: Vec<Option<usize>> = (0..visible)
        .map(|column| if range.contains(&column) { None } else { Some(column) })
        .chain(range.clone().map(Some))
        .chain((visible..relation.space().columns()).map(Some))
        .collect();
    let mut result = relation.rearranged(space, &source);
    for column in 0..=level {
        let mut row: Row = std::iter::repeat_n(Integer::ZERO, space.columns()).collect();
        row[range.start + column] = sign.clone();
        row[visible + column] = -sign;
        if column < level {
            result.add_equality(&row);
        } else {
            row[space.constant()] = Integer::MINUS_ONE;
            result.add_inequality(&row);
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(relation: &str, expected: &str) {
        let budget = Budget::unlimited();
        let graph = Union::parse(relation).unwrap().lexmin_of_range(&budget).unwrap();
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
    fn the_last_of_two_writers() {
        check("{ [i] -> [k] : k = 2i or k = 5 }", "{ [i] -> [2i] : i <= 2; [i] -> [5] : i >= 3 }");
    }

    #[test]
    fn no_least_value() {
        check("{ [i] -> [k] : k <= i }", "{ [i] -> [k] : false }");
    }
}
