//! A simplex tableau without fractions: one common denominator, which divides exactly at each pivot.
//!
//! Layout: unknown `k < variables` is variable `k`, of either sign; unknown `variables + k` is the slack of the `k`-th inequality, not
//! negative once it is restricted. Each unknown is either a column, with value 0, or a row: `denominator * unknown = Σ row[j] *
//! column j + row[constant]`. Pivots are those of Edmonds (*Systems of distinct representatives and linear algebra*, 1967) and Bareiss
//! (1968); Bland's rule (*New finite pivoting rules for the simplex method*, 1977) makes every run end.
//!
//! There is no undo log: tableaus are small, and [`Clone`] costs less than one pivot.

use smallvec::smallvec;

use crate::interrupt::{Budget, GaveUp};
use crate::matrix::{Matrix, Row};
use crate::number::Number;

#[derive(Clone, Debug)]
pub(crate) struct Tableau<N> {
    denominator: N,
    rows: Matrix<N>,
    /// The unknown of each row.
    row_unknowns: Vec<usize>,
    /// The unknown of each column but the last.
    column_unknowns: Vec<usize>,
    /// Where each unknown is.
    places: Vec<Position>,
    variables: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Position {
    Row(usize),
    Column(usize),
}

/// How far a linear form goes up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Supremum<N> {
    /// Attained at the current vertex: a numerator and a positive denominator.
    Attained(N, N),
    /// A direction, integral, along which the form grows without end and no inequality falls.
    Unbounded(Row<N>),
}

impl<N: Number> Supremum<N> {
    /// The greatest integer that does not exceed the supremum.
    pub(crate) fn floor(&self) -> Option<N> {
        match self {
            Supremum::Attained(numerator, denominator) => Some(numerator.floor_div(denominator)),
            Supremum::Unbounded(_) => None,
        }
    }
}

enum Step {
    Pivot(usize, usize),
    NoBetter,
    Ray(usize, bool),
}

impl<N: Number> Tableau<N> {
    pub(crate) fn new(variables: usize) -> Tableau<N> {
        Tableau {
            denominator: N::ONE,
            rows: Matrix::new(variables + 1),
            row_unknowns: Vec::new(),
            column_unknowns: (0..variables).collect(),
            places: (0..variables).map(Position::Column).collect(),
            variables,
        }
    }

    /// A tableau at a vertex of `inequalities`, or `None` if they have no rational solution.
    pub(crate) fn feasible(
        inequalities: &Matrix<N>,
        budget: &Budget<'_>,
    ) -> Result<Option<Tableau<N>>, GaveUp> {
        let mut tableau = Tableau::new(inequalities.columns() - 1);
        for row in inequalities.iter() {
            if !tableau.restrict(row, budget)? {
                return Ok(None);
            }
        }
        Ok(Some(tableau))
    }

    /// Adds the inequality `row >= 0` over the variables. `false` if no rational point is left; the tableau is then of no more use.
    pub(crate) fn restrict(&mut self, row: &[N], budget: &Budget<'_>) -> Result<bool, GaveUp> {
        let index = self.push(row, budget)?;
        while self.rows.row(index)[self.variables].is_negative() {
            match self.step(index, true, budget)? {
                Step::NoBetter => return Ok(false),
                Step::Pivot(pivot, column) => {
                    self.pivot(pivot, column, budget)?;
                    if pivot == index {
                        break;
                    }
                }
                Step::Ray(column, _) => {
                    self.pivot(index, column, budget)?;
                    break;
                }
            }
        }
        Ok(true)
    }

    /// The supremum of a row over the variables; the tableau moves to where it is attained.
    pub(crate) fn maximise(&mut self, row: &[N], budget: &Budget<'_>) -> Result<Supremum<N>, GaveUp> {
        let index = self.push(row, budget)?;
        let result = loop {
            match self.step(index, false, budget)? {
                Step::NoBetter => {
                    break Supremum::Attained(
                        self.rows.row(index)[self.variables].clone(),
                        self.denominator.clone(),
                    );
                }
                Step::Pivot(pivot, column) => self.pivot(pivot, column, budget)?,
                Step::Ray(column, upward) => break Supremum::Unbounded(self.ray(column, upward)),
            }
        };
        // The row never left, so it still is the last.
        self.rows.truncate(index);
        self.row_unknowns.truncate(index);
        self.places.truncate(self.places.len() - 1);
        Ok(result)
    }

    /// The values of the variables at the current vertex, as numerators of a common positive denominator.
    pub(crate) fn vertex(&self) -> (Row<N>, &N) {
        let value = |place: &Position| match place {
            Position::Row(row) => self.rows.row(*row)[self.variables].clone(),
            Position::Column(_) => N::ZERO,
        };
        (self.places[..self.variables].iter().map(value).collect(), &self.denominator)
    }

    /// The values of the variables at the current vertex, if all of them are integers.
    pub(crate) fn integral_vertex(&self) -> Option<Row<N>> {
        let (mut numerators, denominator) = self.vertex();
        if !denominator.is_one() {
            for numerator in &mut numerators {
                if !numerator.is_multiple_of(denominator) {
                    return None;
                }
                *numerator = numerator.floor_div(denominator);
            }
        }
        Some(numerators)
    }

    /// Whether some variable never had to leave its value 0: there may be a line in the polyhedron.
    pub(crate) fn may_contain_line(&self) -> bool {
        self.column_unknowns.iter().any(|&unknown| unknown < self.variables)
    }

    fn push(&mut self, row: &[N], budget: &Budget<'_>) -> Result<usize, GaveUp> {
        let is_row = |(coefficient, place): &(&N, &Position)| {
            !coefficient.is_zero() && matches!(place, Position::Row(_))
        };
        let added = row[..self.variables].iter().zip(&self.places).filter(is_row).count();
        budget.spend((added * (self.variables + 1)) as u64)?;
        let index = self.rows.rows();
        let mut entries: Row<N> = smallvec![N::ZERO; self.variables + 1];
        entries[self.variables] = row[self.variables].times(&self.denominator);
        for (coefficient, place) in row[..self.variables].iter().zip(&self.places) {
            if coefficient.is_zero() {
                continue;
            }
            match *place {
                Position::Column(column) => entries[column].add_product(coefficient, &self.denominator),
                Position::Row(row) => {
                    for (entry, x) in entries.iter_mut().zip(self.rows.row(row)) {
                        entry.add_product(coefficient, x);
                    }
                }
            }
        }
        self.rows.push(&entries);
        self.row_unknowns.push(self.places.len());
        self.places.push(Position::Row(index));
        Ok(index)
    }

    /// The next pivot that raises row `objective`, by Bland's rule. With `until_zero`, the objective itself leaves when it reaches 0.
    fn step(&self, objective: usize, until_zero: bool, budget: &Budget<'_>) -> Result<Step, GaveUp> {
        budget.spend((self.rows.rows() + self.variables) as u64)?;
        let objective_row = self.rows.row(objective);
        let mut entering: Option<usize> = None;
        for (column, &unknown) in self.column_unknowns.iter().enumerate() {
            let rate = &objective_row[column];
            let raises = rate.is_positive() || (unknown < self.variables && !rate.is_zero());
            if raises && entering.is_none_or(|best| unknown < self.column_unknowns[best]) {
                entering = Some(column);
            }
        }
        let Some(column) = entering else { return Ok(Step::NoBetter) };
        let upward = objective_row[column].is_positive();
        let mut leaving: Option<usize> = None;
        for (index, row) in self.rows.iter().enumerate() {
            let unknown = self.row_unknowns[index];
            let falls = if upward { row[column].is_negative() } else { row[column].is_positive() };
            if index == objective || unknown < self.variables || !falls {
                continue;
            }
            let better = leaving.is_none_or(|best| match self.compare_ratios(index, best, column) {
                std::cmp::Ordering::Less => true,
                std::cmp::Ordering::Equal => unknown < self.row_unknowns[best],
                std::cmp::Ordering::Greater => false,
            });
            if better {
                leaving = Some(index);
            }
        }
        Ok(match leaving {
            // The objective is at most 0 and grows: it leaves if it gets to 0 before the other row does.
            Some(row) if until_zero && self.compare_ratios(objective, row, column).is_le() => {
                Step::Pivot(objective, column)
            }
            Some(row) => Step::Pivot(row, column),
            None => Step::Ray(column, upward),
        })
    }

    /// Compares how far the column can move before the value of row `a`, or of row `b`, is 0.
    fn compare_ratios(&self, a: usize, b: usize, column: usize) -> std::cmp::Ordering {
        let (a, b) = (self.rows.row(a), self.rows.row(b));
        let constant = self.variables;
        N::compare_products(&a[constant].abs(), &b[column].abs(), &b[constant].abs(), &a[column].abs())
    }

    fn ray(&self, column: usize, upward: bool) -> Row<N> {
        let direction = |place: &Position| {
            let rate = match *place {
                Position::Row(row) => self.rows.row(row)[column].clone(),
                Position::Column(other) if other == column => self.denominator.clone(),
                Position::Column(_) => N::ZERO,
            };
            if upward { rate } else { -rate }
        };
        let mut ray: Row<N> = self.places[..self.variables].iter().map(direction).collect();
        let gcd = ray.iter().fold(N::ZERO, |gcd, entry| gcd.gcd(entry));
        if !gcd.is_zero() && !gcd.is_one() {
            ray.iter_mut().for_each(|entry| *entry = entry.floor_div(&gcd));
        }
        ray
    }

    fn pivot(&mut self, index: usize, column: usize, budget: &Budget<'_>) -> Result<(), GaveUp> {
        let work = self.rows.rows() * (self.variables + 1);
        budget.spend(work as u64 * self.denominator.cost())?;
        let pivot_row: Row<N> = N::to_row(self.rows.row(index));
        let pivot = &pivot_row[column];
        let negative = pivot.is_negative();
        for (other, row) in self.rows.iter_mut().enumerate() {
            if other == index {
                for entry in row.iter_mut() {
                    *entry = entry.negated();
                }
                row[column] = self.denominator.clone();
            } else {
                let rate = row[column].clone();
                if rate.is_zero() && *pivot == self.denominator {
                    continue;
                }
                for (position, entry) in row.iter_mut().enumerate() {
                    if position != column {
                        let x = &pivot_row[position];
                        *entry = N::cross_quotient(entry, pivot, &rate, x, &self.denominator);
                    }
                }
            }
            if negative {
                for entry in row.iter_mut() {
                    *entry = entry.negated();
                }
            }
        }
        self.denominator = pivot.abs();
        let (leaving, entering) = (self.row_unknowns[index], self.column_unknowns[column]);
        self.row_unknowns[index] = entering;
        self.column_unknowns[column] = leaving;
        self.places[entering] = Position::Row(index);
        self.places[leaving] = Position::Column(column);
        Ok(())
    }
}
