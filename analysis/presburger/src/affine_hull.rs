//! The affine hull of the integer points of a union.

use crate::interrupt::{Budget, GaveUp};
use crate::matrix::{Row, content, evaluate};
use crate::{Integer, IntegerRelation, Union};

impl Union {
    /// The equalities over the variables that hold at every point, as a relation without inequalities; empty where there
    /// is no point. Exact over the integers.
    ///
    /// A point fixes each variable; what another point violates is given up, and the other equalities are combined with
    /// it so that they hold at that point too. So each of them is tested once.
    pub fn affine_hull(&self, budget: &Budget<'_>) -> Result<IntegerRelation, GaveUp> {
        let space = self.space();
        let Some(first) = self.sample(budget)? else { return Ok(IntegerRelation::empty(space)) };
        let mut open: Vec<Row> = (0..space.constant())
            .map(|column| {
                let mut row: Row = std::iter::repeat_n(Integer::ZERO, space.columns()).collect();
                row[column] = Integer::ONE;
                row[space.constant()] = -&first[column];
                row
            })
            .collect();
        let mut hull = IntegerRelation::universe(space);
        while let Some(row) = open.pop() {
            let Some(point) = self.outside(&row, budget)? else {
                hull.add_equality(&row);
                continue;
            };
            let own = evaluate(&row, &point);
            for other in &mut open {
                budget.spend(other.len() as u64)?;
                let factor = evaluate(other, &point);
                for (entry, pivot) in other.iter_mut().zip(&row) {
                    *entry = &(&*entry * &own) - &(pivot * &factor);
                }
                let gcd = content(&other[..]).gcd(&other[space.constant()]);
                if !gcd.is_zero() && !gcd.is_one() {
                    other.iter_mut().for_each(|entry| *entry = entry.floor_div(&gcd));
                }
            }
        }
        hull.normalise();
        Ok(hull)
    }

    /// A point, with one value per variable that is not a local, or `None` if there is none.
    pub fn sample(&self, budget: &Budget<'_>) -> Result<Option<Vec<Integer>>, GaveUp> {
        for part in self.parts() {
            if let Some(mut point) = part.sample(budget)? {
                point.truncate(self.space().variables());
                return Ok(Some(point));
            }
        }
        Ok(None)
    }

    /// A point at which the row, over the variables that are not locals, is not zero.
    fn outside(&self, row: &Row, budget: &Budget<'_>) -> Result<Option<Vec<Integer>>, GaveUp> {
        for part in self.parts() {
            for sign in [Integer::ONE, Integer::MINUS_ONE] {
                let space = part.space();
                let mut beyond: Row = std::iter::repeat_n(Integer::ZERO, space.columns()).collect();
                let visible = self.space().variables();
                beyond.iter_mut().zip(&row[..visible]).for_each(|(entry, it)| *entry = it * &sign);
                beyond[space.constant()] = &(&row[visible] * &sign) - &Integer::ONE;
                let mut part = part.clone();
                part.add_inequality(&beyond);
                if let Some(mut point) = part.sample(budget)? {
                    point.truncate(visible);
                    return Ok(Some(point));
                }
            }
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(union: &str, expected: &str) {
        let budget = Budget::unlimited();
        let hull = Union::parse(union).unwrap().affine_hull(&budget).unwrap();
        let expected = Union::parse(expected).unwrap();
        assert!(Union::from(hull.clone()).is_equal(&expected, &budget).unwrap(), "{hull}");
    }

    #[test]
    fn points_span_it() {
        check("{ [i, j] : i = 3 and j = 4 }", "{ [i, j] : i = 3 and j = 4 }");
        check("{ [i, j] : i = 3 and j = 4; [i, j] : i = 5 and j = 8 }", "{ [i, j] : j = 2i - 2 }");
        check("{ [i] -> [j] : i = j and 0 <= i <= 9 }", "{ [i] -> [j] : i = j }");
        check("{ [i, j] : 0 <= i <= 1 and 0 <= j <= 1 }", "{ [i, j] : true }");
        check("{ [i] : i < i }", "{ [i] : i < i }");
    }

    #[test]
    fn integers_tell_more_than_rationals() {
        check("{ [i, j] : 1 <= 2i + 2j <= 2 }", "{ [i, j] : i + j = 1 }");
        check(
            "[N] -> { [i] -> [j] : i = N - 1 and j = N - 1; [i] -> [j] : i = N - 2 and j = N - 2 }",
            "[N] -> { [i] -> [j] : i = j }",
        );
        check("{ [i, j] : exists (e : i = 4e and j = e and 0 <= e <= 3) }", "{ [i, j] : i = 4j }");
    }
}
