//! A basis of the integer lattice in which a polytope is round, so that one of its coordinates takes few values.
//!
//! A body without integer points is thin in some direction (Khinchine's flatness theorem), which a reduced basis shows (H. W. Lenstra,
//! *Integer Programming with a Fixed Number of Variables*, 1983). The reduction here is that of Lenstra, Lenstra and Lovász (1982) in
//! the integral form of Cohen (*A Course in Computational Algebraic Number Theory*, 1993, algorithm 2.6.7), on linear forms measured by
//! their spread over some points of the polytope. The points decide how good the basis is, never whether it is one.

use crate::Integer;
use crate::interrupt::{Budget, GaveUp};
use crate::matrix::{Matrix, Row};

/// Rows of linear forms over the old variables, and the map back.
pub(crate) struct Basis {
    /// Unimodular: new coordinate `k` is row `k` over the old variables. The last column is zero.
    pub(crate) forms: Matrix,
    /// Old variable `k` over the new coordinates; the inverse of `forms`.
    pub(crate) inverse: Matrix,
}

/// Forms that differ little over `points`, whose rows have one entry per variable.
pub(crate) fn reduced_basis(points: &[Row], variables: usize, budget: &Budget<'_>) -> Result<Basis, GaveUp> {
    let origin = &points[0];
    let mut spread = Matrix::new(points.len() + variables);
    for variable in 0..variables {
        let differences = points[1..].iter().map(|point| &point[variable] - &origin[variable]);
        // A small multiple of the identity keeps the vectors independent where the points are not.
        let unit = (0..variables).map(|other| if other == variable { Integer::ONE } else { Integer::ZERO });
        spread.push_entries(differences.chain(unit).chain([Integer::ZERO]));
    }
    let mut reduction = Reduction {
        basis: Basis { forms: Matrix::identity(variables), inverse: Matrix::identity(variables) },
        spread,
        determinants: vec![Integer::ONE; variables + 1],
        projections: vec![vec![Integer::ZERO; variables]; variables],
    };
    reduction.run(variables, budget)?;
    Ok(reduction.basis)
}

struct Reduction {
    basis: Basis,
    /// The vector of each form.
    spread: Matrix,
    /// `determinants[k]` is the Gram determinant of the first `k` vectors.
    determinants: Vec<Integer>,
    /// `projections[i][j] = determinants[j + 1] * μ(i, j)` for j < i.
    projections: Vec<Vec<Integer>>,
}

impl Reduction {
    fn run(&mut self, n: usize, budget: &Budget<'_>) -> Result<(), GaveUp> {
        if n == 0 {
            return Ok(());
        }
        self.orthogonalise(0, budget)?;
        let (mut k, mut known) = (1, 0);
        while k < n {
            if k > known {
                known = k;
                self.orthogonalise(k, budget)?;
            }
            self.shorten(k, k - 1, budget)?;
            // Lovász's condition with 3/4: d(k+1) d(k−1) >= 3/4 d(k)² − λ².
            let d = &self.determinants;
            let lambda = &self.projections[k][k - 1];
            let left = (&d[k + 1] * &d[k - 1] + lambda * lambda) * Integer::from(4);
            if left < &d[k] * &d[k] * Integer::from(3) {
                self.swap(k, known, budget)?;
                k = (k - 1).max(1);
            } else {
                for l in (0..k - 1).rev() {
                    self.shorten(k, l, budget)?;
                }
                k += 1;
            }
        }
        Ok(())
    }

    fn orthogonalise(&mut self, k: usize, budget: &Budget<'_>) -> Result<(), GaveUp> {
        for j in 0..=k {
            let mut u = Integer::ZERO;
            for (a, b) in self.spread.row(k).iter().zip(self.spread.row(j)) {
                u.add_product(a, b);
            }
            budget.spend((self.spread.columns() + k) as u64 * u.cost())?;
            for i in 0..j {
                let (row_k, row_j) = (&self.projections[k][i], &self.projections[j][i]);
                u = Integer::cross_quotient(
                    &self.determinants[i + 1],
                    &u,
                    row_k,
                    row_j,
                    &self.determinants[i],
                );
            }
            if j < k {
                self.projections[k][j] = u;
            } else {
                self.determinants[k + 1] = u;
            }
        }
        Ok(())
    }

    fn shorten(&mut self, k: usize, l: usize, budget: &Budget<'_>) -> Result<(), GaveUp> {
        let factor = self.projections[k][l].nearest_div(&self.determinants[l + 1]);
        if factor.is_zero() {
            return Ok(());
        }
        budget.spend(self.spread.columns() as u64 * factor.cost())?;
        let minus = -&factor;
        for matrix in [&mut self.spread, &mut self.basis.forms] {
            let source: Row = matrix.row(l).iter().cloned().collect();
            for (entry, x) in matrix.row_mut(k).iter_mut().zip(&source) {
                entry.add_product(x, &minus);
            }
        }
        self.basis.inverse.add_column(l, k, &factor);
        let determinant = self.determinants[l + 1].clone();
        self.projections[k][l].add_product(&determinant, &minus);
        for i in 0..l {
            let x = self.projections[l][i].clone();
            self.projections[k][i].add_product(&x, &minus);
        }
        Ok(())
    }

    fn swap(&mut self, k: usize, known: usize, budget: &Budget<'_>) -> Result<(), GaveUp> {
        budget.spend((self.spread.columns() + known) as u64 * self.determinants[k].cost())?;
        self.spread.swap_rows(k, k - 1);
        self.basis.forms.swap_rows(k, k - 1);
        self.basis.inverse.swap_columns(k, k - 1);
        let (head, tail) = self.projections.split_at_mut(k);
        head[k - 1][..k - 1].swap_with_slice(&mut tail[0][..k - 1]);
        let lambda = self.projections[k][k - 1].clone();
        let d = &self.determinants;
        let updated = Integer::cross_quotient(&d[k - 1], &d[k + 1], &lambda, &-&lambda, &d[k]);
        for i in k + 1..=known {
            let t = self.projections[i][k].clone();
            let previous = self.projections[i][k - 1].clone();
            // Both quotients are exact; the second uses the first.
            let d = &self.determinants;
            let first = Integer::cross_quotient(&d[k + 1], &previous, &lambda, &t, &d[k]);
            let second = Integer::cross_quotient(&updated, &t, &lambda, &-&first, &d[k + 1]);
            self.projections[i][k] = first;
            self.projections[i][k - 1] = second;
        }
        self.determinants[k] = updated;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn bases_are_unimodular(points in prop::collection::vec(prop::collection::vec(-1000i64..1000, 4), 1..8)) {
            let points: Vec<Row> =
                points.iter().map(|point| point.iter().copied().map(Integer::from).collect()).collect();
            let basis = reduced_basis(&points, 4, &Budget::unlimited()).unwrap();
            for i in 0..4 {
                for j in 0..4 {
                    let mut sum = Integer::ZERO;
                    for k in 0..4 {
                        sum.add_product(&basis.forms.row(i)[k], &basis.inverse.row(k)[j]);
                    }
                    prop_assert_eq!(sum, Integer::from(i64::from(i == j)));
                }
            }
        }
    }
}
