//! Elimination of equalities over the integers: what remains is a system of inequalities whose integer points are exactly the
//! solutions, in fewer variables.
//!
//! Columns are combined by the extended Euclidean algorithm until an equality has one coefficient, as in the computation of the
//! Hermite normal form (Schrijver, *Theory of Linear and Integer Programming*, 1986, section 4.1; Wolfe and Tseng, *The Power
//! Test for Data Dependence*, 1992). This is complete: either a contradiction over the integers, or a parametrisation.

use smallvec::smallvec;

use crate::interrupt::{Budget, GaveUp};
use crate::matrix::{Matrix, Row};
use crate::normalisation::{Contradiction, normalise_equality, tighten};
use crate::number::Number;
use crate::{Integer, IntegerRelation};

/// Inequalities over free integer variables `t`, and the affine map from `t` to the variables of the original system.
#[derive(Clone, Debug)]
pub(crate) struct Reduced<N = Integer> {
    /// Rows over `t` and the constant, normalised; they imply no equality that one pair of rows shows.
    pub(crate) inequalities: Matrix<N>,
    /// One row per original variable: its value over `t` and the constant.
    pub(crate) lift: Matrix<N>,
}

impl<N: Number> Reduced<N> {
    /// `None` if the equalities have no solution over the integers, or the inequalities contradict each other in one variable.
    pub(crate) fn of(relation: &IntegerRelation, budget: &Budget<'_>) -> Result<Option<Reduced<N>>, GaveUp> {
        Reduced::new(Matrix::of(&relation.equalities), Matrix::of(&relation.inequalities), budget)
    }

    pub(crate) fn new(
        equalities: Matrix<N>,
        inequalities: Matrix<N>,
        budget: &Budget<'_>,
    ) -> Result<Option<Reduced<N>>, GaveUp> {
        let lift = Matrix::identity(inequalities.columns() - 1);
        Reduced { inequalities, lift }.eliminate(equalities, budget)
    }

    /// The same system, of integers.
    pub(crate) fn into_integers(self) -> Reduced {
        Reduced { inequalities: self.inequalities.into_integers(), lift: self.lift.into_integers() }
    }

    /// The number of variables `t`.
    pub(crate) fn variables(&self) -> usize {
        self.lift.columns() - 1
    }

    /// A row over the original variables, as a row over `t`.
    pub(crate) fn row(&self, original: &[N]) -> Row<N> {
        let mut row: Row<N> = smallvec![N::ZERO; self.lift.columns()];
        for (coefficient, value) in original.iter().zip(self.lift.iter()) {
            if !coefficient.is_zero() {
                for (entry, x) in row.iter_mut().zip(value) {
                    entry.add_product(coefficient, x);
                }
            }
        }
        if let (Some(constant), Some(original)) = (row.last_mut(), original.last()) {
            *constant += original;
        }
        row
    }

    /// The value of a row over the original variables if the equalities alone make it constant.
    pub(crate) fn obvious_value(&self, original: &[N]) -> Option<N> {
        let row = self.row(original);
        let (constant, coefficients) = row.split_last()?;
        coefficients.iter().all(N::is_zero).then(|| constant.clone())
    }

    /// The original variables' values at a point `t`.
    pub(crate) fn lift_point(&self, point: &[N]) -> Vec<N> {
        self.lift.iter().map(|row| crate::matrix::evaluate(row, point)).collect()
    }

    /// The same system with one more equality, a row over `t`.
    pub(crate) fn with_equality(&self, row: &[N], budget: &Budget<'_>) -> Result<Option<Reduced<N>>, GaveUp> {
        let mut equalities = Matrix::new(row.len());
        equalities.push(row);
        self.clone().eliminate(equalities, budget)
    }

    /// The same system with one more inequality, a row over `t`.
    pub(crate) fn with_inequality(
        &self,
        row: &[N],
        budget: &Budget<'_>,
    ) -> Result<Option<Reduced<N>>, GaveUp> {
        let mut result = self.clone();
        result.inequalities.push(row);
        let equalities = Matrix::new(row.len());
        result.eliminate(equalities, budget)
    }

    pub(crate) fn eliminate(
        mut self,
        mut equalities: Matrix<N>,
        budget: &Budget<'_>,
    ) -> Result<Option<Reduced<N>>, GaveUp> {
        loop {
            match self.eliminate_given(&mut equalities, budget)? {
                Ok(()) => {}
                Err(Contradiction) => return Ok(None),
            }
            let mut found = Matrix::new(self.inequalities.columns());
            budget.spend((self.inequalities.rows() * self.inequalities.columns()) as u64)?;
            if tighten(&mut self.inequalities, Some(&mut found)).is_err() {
                return Ok(None);
            }
            if found.is_empty() {
                return Ok(Some(self));
            }
            equalities = found;
        }
    }

    fn eliminate_given(
        &mut self,
        equalities: &mut Matrix<N>,
        budget: &Budget<'_>,
    ) -> Result<Result<(), Contradiction>, GaveUp> {
        let mut alive = vec![true; self.lift.columns()];
        while let Some(next) = next_equality(equalities) {
            budget.spend((equalities.rows() * equalities.columns() / ENTRIES_OF_A_STEP) as u64)?;
            let mut row: Row<N> = N::to_row(equalities.row(next));
            equalities.swap_remove(next);
            match normalise_equality(&mut row) {
                Ok(true) => {}
                Ok(false) => continue,
                Err(contradiction) => return Ok(Err(contradiction)),
            }
            if let Some(pivot) = self.solve(&mut row, equalities, budget)? {
                alive[pivot] = false;
            }
        }
        if alive.contains(&false) {
            self.inequalities.keep_columns(&alive);
            self.lift.keep_columns(&alive);
        }
        Ok(Ok(()))
    }

    /// Solves an equality in lowest terms for a variable, which no row mentions any more, and returns its column. None if it has none.
    fn solve(
        &mut self,
        row: &mut Row<N>,
        equalities: &mut Matrix<N>,
        budget: &Budget<'_>,
    ) -> Result<Option<usize>, GaveUp> {
        let constant = row.len() - 1;
        let Some(pivot) = smallest_coefficient(&row[..constant]) else { return Ok(None) };
        if row[pivot].is_unit() {
            // The whole change of variables, in one pass.
            self.spend_on_change(row, pivot, equalities, budget)?;
            for matrix in [equalities, &mut self.inequalities, &mut self.lift] {
                matrix.clear_column(pivot, row);
            }
            return Ok(Some(pivot));
        }
        let Some(pivot) = self.concentrate(row, equalities, budget)? else { return Ok(None) };
        // The content of the row is one, so the coefficient that is left is 1 or −1.
        let value = -row[constant].times(&row[pivot]);
        for matrix in [equalities, &mut self.inequalities, &mut self.lift] {
            matrix.fix_column(pivot, &value);
        }
        Ok(Some(pivot))
    }

    /// Spends the steps of a change of variables after which `row` has no coefficient but that of `pivot`, which is 1 or −1.
    fn spend_on_change(
        &self,
        row: &[N],
        pivot: usize,
        equalities: &Matrix<N>,
        budget: &Budget<'_>,
    ) -> Result<(), GaveUp> {
        let rows = equalities.rows() + self.inequalities.rows() + self.lift.rows();
        for (column, entry) in row[..row.len() - 1].iter().enumerate() {
            if column != pivot && !entry.is_zero() {
                let factor = entry.times(&row[pivot]).negated();
                budget.spend(rows as u64 * factor.cost())?;
            }
        }
        Ok(())
    }

    /// Changes variables, unimodularly, until `row` has one coefficient, and returns its column. None if it has none.
    pub(crate) fn concentrate(
        &mut self,
        row: &mut Row<N>,
        equalities: &mut Matrix<N>,
        budget: &Budget<'_>,
    ) -> Result<Option<usize>, GaveUp> {
        let constant = row.len() - 1;
        loop {
            let Some(pivot) = smallest_coefficient(&row[..constant]) else { return Ok(None) };
            let mut done = true;
            for column in 0..constant {
                if column == pivot || row[column].is_zero() {
                    continue;
                }
                let factor = -row[column].nearest_div(&row[pivot]);
                let coefficient = row[pivot].clone();
                row[column].add_product(&coefficient, &factor);
                done &= row[column].is_zero();
                let mut work = 0;
                for matrix in [&mut *equalities, &mut self.inequalities, &mut self.lift] {
                    matrix.add_column(column, pivot, &factor);
                    work += matrix.rows() as u64;
                }
                budget.spend(work * factor.cost())?;
            }
            if done {
                return Ok(Some(pivot));
            }
        }
    }
}

/// The entries that are looked at in one step, where no row changes.
const ENTRIES_OF_A_STEP: usize = 64;

/// An equality with a unit coefficient, if there is one: its elimination makes no coefficient larger than a product.
fn next_equality<N: Number>(equalities: &Matrix<N>) -> Option<usize> {
    let constant = equalities.columns() - 1;
    let unit = equalities.iter().position(|row| row[..constant].iter().any(N::is_unit));
    unit.or_else(|| equalities.rows().checked_sub(1))
}

fn smallest_coefficient<N: Number>(row: &[N]) -> Option<usize> {
    let nonzero = row.iter().enumerate().filter(|(_, entry)| !entry.is_zero());
    nonzero.min_by_key(|(_, entry)| entry.abs()).map(|(column, _)| column)
}

/// A unimodular change of variables after which `inequalities` mention only the columns returned as true: as many as their rank.
///
/// The other variables are free of constraints. Row `k` of `lift` is old variable `k` over the new ones.
pub(crate) fn column_echelon<N: Number>(
    inequalities: &mut Matrix<N>,
    lift: &mut Matrix<N>,
    budget: &Budget<'_>,
) -> Result<Vec<bool>, GaveUp> {
    let constant = inequalities.columns() - 1;
    let mut used = vec![false; constant];
    for index in 0..inequalities.rows() {
        loop {
            let row = inequalities.row(index);
            let free = (0..constant).filter(|&column| !used[column] && !row[column].is_zero());
            let Some(pivot) = free.clone().min_by_key(|&column| row[column].abs()) else { break };
            let Some(column) = free.clone().find(|&column| column != pivot) else {
                used[pivot] = true;
                break;
            };
            let factor = -row[column].nearest_div(&row[pivot]);
            budget.spend((inequalities.rows() + lift.rows()) as u64 * factor.cost())?;
            inequalities.add_column(column, pivot, &factor);
            lift.add_column(column, pivot, &factor);
        }
    }
    Ok(used)
}
