//! Elimination of equalities over the integers: what remains is a system of inequalities whose integer points are exactly the
//! solutions, in fewer variables.
//!
//! Columns are combined by the extended Euclidean algorithm until an equality has one coefficient, as in the computation of the
//! Hermite normal form (Schrijver, *Theory of Linear and Integer Programming*, 1986, section 4.1; Wolfe and Tseng, *The Power
//! Test for Data Dependence*, 1992). This is complete: either a contradiction over the integers, or a parametrisation.

use crate::interrupt::{Budget, GaveUp};
use crate::matrix::{Matrix, Row};
use crate::normalisation::{Contradiction, normalise_equality, tighten};
use crate::{Integer, IntegerRelation};

/// Inequalities over free integer variables `t`, and the affine map from `t` to the variables of the original system.
#[derive(Clone, Debug)]
pub(crate) struct Reduced {
    /// Rows over `t` and the constant, normalised; they imply no equality that one pair of rows shows.
    pub(crate) inequalities: Matrix,
    /// One row per original variable: its value over `t` and the constant.
    pub(crate) lift: Matrix,
}

impl Reduced {
    /// `None` if the equalities have no solution over the integers, or the inequalities contradict each other in one variable.
    pub(crate) fn of(relation: &IntegerRelation, budget: &Budget<'_>) -> Result<Option<Reduced>, GaveUp> {
        Reduced::new(relation.equalities.clone(), relation.inequalities.clone(), budget)
    }

    pub(crate) fn new(
        equalities: Matrix,
        inequalities: Matrix,
        budget: &Budget<'_>,
    ) -> Result<Option<Reduced>, GaveUp> {
        let lift = Matrix::identity(inequalities.columns() - 1);
        Reduced { inequalities, lift }.eliminate(equalities, budget)
    }

    /// The number of variables `t`.
    pub(crate) fn variables(&self) -> usize {
        self.lift.columns() - 1
    }

    /// A row over the original variables, as a row over `t`.
    pub(crate) fn row(&self, original: &[Integer]) -> Row {
        let mut row: Row = std::iter::repeat_n(Integer::ZERO, self.lift.columns()).collect();
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

    /// The original variables' values at a point `t`.
    pub(crate) fn lift_point(&self, point: &[Integer]) -> Vec<Integer> {
        self.lift.iter().map(|row| crate::matrix::evaluate(row, point)).collect()
    }

    /// The same system with one more equality, a row over `t`.
    pub(crate) fn with_equality(
        &self,
        row: &[Integer],
        budget: &Budget<'_>,
    ) -> Result<Option<Reduced>, GaveUp> {
        let mut equalities = Matrix::new(row.len());
        equalities.push(row);
        self.clone().eliminate(equalities, budget)
    }

    /// The same system with one more inequality, a row over `t`.
    pub(crate) fn with_inequality(
        &self,
        row: &[Integer],
        budget: &Budget<'_>,
    ) -> Result<Option<Reduced>, GaveUp> {
        let mut result = self.clone();
        result.inequalities.push(row);
        let equalities = Matrix::new(row.len());
        result.eliminate(equalities, budget)
    }

    pub(crate) fn eliminate(
        mut self,
        mut equalities: Matrix,
        budget: &Budget<'_>,
    ) -> Result<Option<Reduced>, GaveUp> {
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
        equalities: &mut Matrix,
        budget: &Budget<'_>,
    ) -> Result<Result<(), Contradiction>, GaveUp> {
        let mut alive = vec![true; self.lift.columns()];
        let constant = alive.len() - 1;
        while let Some(next) = next_equality(equalities) {
            let mut row: Row = equalities.row(next).iter().cloned().collect();
            equalities.swap_remove(next);
            match normalise_equality(&mut row) {
                Ok(true) => {}
                Ok(false) => continue,
                Err(contradiction) => return Ok(Err(contradiction)),
            }
            let Some(pivot) = self.concentrate(&mut row, equalities, budget)? else { continue };
            // The content of the row is one, so the coefficient that is left is 1 or −1.
            let value = -&(&row[constant] * &row[pivot]);
            for matrix in [&mut *equalities, &mut self.inequalities, &mut self.lift] {
                matrix.fix_column(pivot, &value);
            }
            alive[pivot] = false;
        }
        if alive.contains(&false) {
            self.inequalities.keep_columns(&alive);
            self.lift.keep_columns(&alive);
        }
        Ok(Ok(()))
    }

    /// Changes variables, unimodularly, until `row` has one coefficient, and returns its column. None if it has none.
    pub(crate) fn concentrate(
        &mut self,
        row: &mut Row,
        equalities: &mut Matrix,
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

/// An equality with a unit coefficient, if there is one: its elimination makes no coefficient larger than a product.
fn next_equality(equalities: &Matrix) -> Option<usize> {
    let constant = equalities.columns() - 1;
    let unit = equalities.iter().position(|row| row[..constant].iter().any(Integer::is_unit));
    unit.or_else(|| equalities.rows().checked_sub(1))
}

fn smallest_coefficient(row: &[Integer]) -> Option<usize> {
    let nonzero = row.iter().enumerate().filter(|(_, entry)| !entry.is_zero());
    nonzero.min_by_key(|(_, entry)| entry.abs()).map(|(column, _)| column)
}

/// A unimodular change of variables after which `inequalities` mention only the columns returned as true: as many as their rank.
///
/// The other variables are free of constraints. Row `k` of `lift` is old variable `k` over the new ones.
pub(crate) fn column_echelon(
    inequalities: &mut Matrix,
    lift: &mut Matrix,
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
