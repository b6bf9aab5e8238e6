//! Projection: exact by existential quantification, approximate by Fourier–Motzkin elimination over the rationals.

use crate::divisions::substitute;
use crate::elimination::shadow;
use crate::interrupt::{Budget, GaveUp};
use crate::matrix::{Matrix, Row, negated};
use crate::tableau::Tableau;
use crate::{Integer, IntegerRelation, Space, Union};

impl IntegerRelation {
    /// The relation without the variables of `columns`, which become existentially quantified locals: exact over the integers.
    ///
    /// Columns beyond the last variable are ignored. The remaining variables keep their order and kind.
    pub fn project_out(&self, columns: &[usize]) -> IntegerRelation {
        let locals = self.space.local_columns();
        let projected: Vec<usize> = (0..locals.start).filter(|column| columns.contains(column)).collect();
        let kept = |range: std::ops::Range<usize>| range.filter(|column| !projected.contains(column));
        let space = Space {
            domain: kept(self.space.domain_columns()).count(),
            range: kept(self.space.range_columns()).count(),
            symbols: kept(self.space.symbol_columns()).count(),
            locals: self.space.locals + projected.len(),
        };
        let source: Vec<Option<usize>> = kept(0..locals.end)
            .chain(projected.iter().copied())
            .chain([self.space.constant()])
            .map(Some)
            .collect();
        self.rearranged(space, &source)
    }
}

impl IntegerRelation {
    /// The same points, as a union of relations whose locals are all integer divisions of the other variables: quantifier elimination.
    ///
    /// Exact over the integers. The number of parts grows with the coefficients of the locals (the Omega test's splinters); typical
    /// relations give one part.
    pub fn eliminate_quantifiers(&self, budget: &Budget<'_>) -> Result<Union, GaveUp> {
        let mut union = Union::empty(self.space);
        self.divided(budget)?.into_iter().for_each(|part| union.push(part.relation));
        Ok(union)
    }

    /// A relation over the variables that are neither locals nor in `columns`, which contains every point of the projection, and maybe more:
    /// rational Fourier–Motzkin elimination with rounded constants. All locals go too.
    ///
    /// Gives up when the budget ends; the number of rows may square with each variable.
    pub fn eliminate_rationally(
        &self,
        columns: &[usize],
        budget: &Budget<'_>,
    ) -> Result<IntegerRelation, GaveUp> {
        let locals = self.space.local_columns();
        let eliminated: Vec<bool> =
            (0..locals.end).map(|c| locals.contains(&c) || columns.contains(&c)).collect();
        let mut relation = self.clone();
        relation.eliminate_in_place(&eliminated, budget)?;
        let kept = |range: std::ops::Range<usize>| range.filter(|&column| !eliminated[column]);
        let space = Space {
            domain: kept(self.space.domain_columns()).count(),
            range: kept(self.space.range_columns()).count(),
            symbols: kept(self.space.symbol_columns()).count(),
            locals: 0,
        };
        let source: Vec<Option<usize>> =
            kept(0..locals.end).chain([self.space.constant()]).map(Some).collect();
        Ok(relation.rearranged(space, &source))
    }

    /// Makes the columns zero for which `eliminated` holds, by rational elimination.
    pub(crate) fn eliminate_in_place(
        &mut self,
        eliminated: &[bool],
        budget: &Budget<'_>,
    ) -> Result<(), GaveUp> {
        self.normalise();
        while let Some((index, column)) = self.equality_to_use(eliminated) {
            let row: Row = self.equalities.row(index).iter().cloned().collect();
            self.equalities.swap_remove(index);
            budget.spend(((self.equalities.rows() + self.inequalities.rows()) * row.len()) as u64)?;
            let row = if row[column].is_positive() { negated(&row) } else { row };
            self.equalities.iter_mut().for_each(|target| substitute(target, &row, column));
            self.inequalities.iter_mut().for_each(|target| substitute(target, &row, column));
            self.normalise();
        }
        let columns: Vec<usize> = (0..eliminated.len()).filter(|&column| eliminated[column]).collect();
        loop {
            let occurs = |column: usize, positive: bool| {
                let side = |row: &&[Integer]| !row[column].is_zero() && row[column].is_positive() == positive;
                self.inequalities.iter().filter(side).count() as isize
            };
            let growth = |column: usize| match (occurs(column, true), occurs(column, false)) {
                (0, 0) => None,
                (lower, upper) => Some((lower * upper - lower - upper, lower * upper, column)),
            };
            let Some((_, work, column)) = columns.iter().filter_map(|&column| growth(column)).min() else {
                return Ok(());
            };
            budget
                .spend((work.unsigned_abs() + self.inequalities.rows()) as u64 * eliminated.len() as u64)?;
            shadow(&mut self.inequalities, column);
            self.normalise();
            if work > 16 {
                self.remove_redundant(budget)?;
            }
            // Opposite rows may have become equalities.
            if self.equality_to_use(eliminated).is_some() {
                return self.eliminate_in_place(eliminated, budget);
            }
        }
    }

    /// An equality and one of its variables to eliminate, with the smallest coefficient there is.
    fn equality_to_use(&self, eliminated: &[bool]) -> Option<(usize, usize)> {
        let entries = self.equalities.iter().enumerate().flat_map(|(index, row)| {
            let columns =
                (0..eliminated.len()).filter(|&column| eliminated[column] && !row[column].is_zero());
            columns.map(move |column| (row[column].abs(), index, column))
        });
        entries.min().map(|(_, index, column)| (index, column))
    }

    /// Drops inequalities that the other rows imply over the integers as far as their rational relaxation shows: the points stay the same.
    ///
    /// One rational optimum per row.
    pub fn remove_redundant(&mut self, budget: &Budget<'_>) -> Result<(), GaveUp> {
        self.normalise();
        let mut index = 0;
        while index < self.inequalities.rows() {
            let row: Row = self.inequalities.row(index).iter().cloned().collect();
            let mut others = Matrix::new(row.len());
            let rest = (0..self.inequalities.rows()).filter(|&other| other != index);
            rest.for_each(|other| others.push(self.inequalities.row(other)));
            for equality in self.equalities.iter() {
                others.push(equality);
                others.push(&negated(equality));
            }
            let redundant = match Tableau::feasible(&others, budget)? {
                None => false,
                // The row takes integer values, so what exceeds −1 is at least 0.
                Some(mut tableau) => {
                    let greatest = tableau.maximise(&negated(&row), budget)?.floor();
                    greatest.is_some_and(|greatest| !greatest.is_positive())
                }
            };
            if redundant {
                self.inequalities.swap_remove(index);
            } else {
                index += 1;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(text: &str) -> IntegerRelation {
        IntegerRelation::parse(text).unwrap()
    }

    #[track_caller]
    fn check_quantifiers(text: &str, expected: &str) {
        let budget = Budget::unlimited();
        let union = set(text).eliminate_quantifiers(&budget).unwrap();
        let expected = Union::parse(expected).unwrap();
        assert!(union.is_equal(&expected, &budget).unwrap(), "{union}");
    }

    #[test]
    fn quantifiers_become_divisions() {
        check_quantifiers(
            "{ [i] : exists (e : 2e <= i <= 3e and 0 <= i <= 9) }",
            "{ [i] : i = 0 or 2 <= i <= 9 }",
        );
        check_quantifiers("{ [i] : exists (e : i = 3e) }", "{ [i] : i mod 3 = 0 }");
        check_quantifiers("{ [i] : exists (e, f : i = 6e + 10f + 1 and 0 <= e) }", "{ [i] : i mod 2 = 1 }");
        check_quantifiers(
            "{ [i] : exists (e, f : 5 <= 3e - 4f - i <= 5 and 7e + f >= 0) }",
            "{ [i] : true }",
        );
    }

    #[test]
    fn numbers_of_tiles_leave_one_part() {
        let tile = |own: &str, tile: &str| {
            format!(
                "0 <= {tile} <= 15 and {own} + 32{tile} <= j <= {own} + 32{tile} + 31 and {own} <= j <= {own} + 509"
            )
        };
        for order in ["e, f", "f, e"] {
            let text = format!(
                "{{ [i, j] : exists ({order} : 0 <= e <= 2 and i - 509 <= e <= i and {}) }}",
                tile("e", "f")
            );
            let union = set(&text).eliminate_quantifiers(&Budget::unlimited()).unwrap();
            assert_eq!(union.parts().len(), 1, "{union}");
            assert_eq!(union.parts()[0].space().locals, 0, "{union}");
            let expected = "0 <= j <= 511 and 0 <= i <= 511 and i - 509 <= j <= i + 509";
            check_quantifiers(&text, &format!("{{ [i, j] : {expected} }}"));
        }
    }

    #[test]
    fn numbers_of_tiles_of_any_range_leave_one_part() {
        let text = "[n] -> { [i, j] : exists (e, f : 0 <= e <= 2 and i = j + e and 0 <= j <= n - 3 and 0 <= f and \
                    32f <= n - 3 and 32f <= j <= 32f + 31) }";
        let union = set(text).eliminate_quantifiers(&Budget::unlimited()).unwrap();
        assert_eq!(union.parts().len(), 1, "{union}");
        check_quantifiers(text, "[n] -> { [i, j] : 0 <= j <= n - 3 and j <= i <= j + 2 }");
    }

    #[test]
    fn rational_elimination_contains_the_projection() {
        let relation = set("{ [i, j] : i = 2j and 0 <= j <= 5 }");
        let projection = relation.eliminate_rationally(&[1], &Budget::unlimited()).unwrap();
        assert_eq!(projection.to_string(), "{ [i0] : i0 >= 0 and 10 >= i0 }");
    }

    #[test]
    fn redundant_rows_go() {
        let mut relation =
            set("{ [i, j] : 0 <= i and 0 <= j and i + j <= 4 and i <= 4 and 2i + 2j <= 9 and i >= -j }");
        relation.remove_redundant(&Budget::unlimited()).unwrap();
        assert_eq!(relation.inequalities().len(), 3, "{relation}");
    }
}
