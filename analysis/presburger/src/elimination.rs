//! Fourier–Motzkin elimination of variables where it is exact over the integers.
//!
//! Of a lower bound `a·x >= l` and an upper bound `b·x <= u`, the shadow `b·l <= a·u` is exact if `a` or `b` is 1, or if it implies the dark
//! shadow `a·u - b·l >= (a - 1)(b - 1)` (Pugh, *The Omega Test*, 1992, section 2.3). Most loop bounds are of the first kind; the quotient of
//! a division that nothing else mentions is of the second: `a·u - b·l` is a constant there.

use crate::interrupt::{Budget, GaveUp};
use crate::matrix::{Matrix, Row, evaluate};
use crate::normalisation::{Contradiction, tighten_new};
use crate::number::Number;

/// The variables that were eliminated, in order, with the rows that bounded them.
#[derive(Debug)]
pub(crate) struct Elimination<N> {
    steps: Vec<(usize, Matrix<N>)>,
}

/// How a variable occurs in a system of inequalities.
struct Occurrences {
    lower: usize,
    upper: usize,
    /// Whether all lower bounds, or all upper ones, have coefficient 1.
    exact: bool,
}

/// Eliminates variables for which `eliminable` holds as long as that is exact and makes the system not much larger. Rows must be in
/// lowest terms, and no two of them may contradict each other.
///
/// The columns stay, filled with zeros. The remaining system has an integer point iff the given one has, for each choice of the
/// variables that are left.
pub(crate) fn eliminate_exactly<N: Number>(
    inequalities: &mut Matrix<N>,
    eliminable: impl Fn(usize) -> bool,
    budget: &Budget<'_>,
) -> Result<Result<Elimination<N>, Contradiction>, GaveUp> {
    let constant = inequalities.columns() - 1;
    let mut elimination = Elimination { steps: Vec::new() };
    loop {
        budget.spend((inequalities.rows() * inequalities.columns()) as u64)?;
        let mut best: Option<(isize, usize)> = None;
        for column in (0..constant).filter(|&column| eliminable(column)) {
            let found = occurrences(inequalities, column);
            if found.lower + found.upper == 0 {
                continue;
            }
            let growth = found.lower as isize * found.upper as isize - (found.lower + found.upper) as isize;
            if growth <= 4
                && best.is_none_or(|(least, _)| growth < least)
                && (found.exact || has_exact_shadow(inequalities, column))
            {
                best = Some((growth, column));
            }
        }
        let Some((_, column)) = best else { return Ok(Ok(elimination)) };
        let rows = inequalities.rows();
        let removed = shadow(inequalities, column);
        let first_new = rows - removed.rows();
        elimination.steps.push((column, removed));
        if tighten_new(inequalities, first_new).is_err() {
            return Ok(Err(Contradiction));
        }
    }
}

impl<N: Number> Elimination<N> {
    /// Fills in the values of the eliminated variables of a point of the remaining system.
    pub(crate) fn complete(&self, point: &mut [N]) {
        for (column, rows) in self.steps.iter().rev() {
            point[*column] = N::ZERO;
            let (mut lower, mut upper): (Option<N>, Option<N>) = (None, None);
            for row in rows.iter() {
                let rest = evaluate(row, point);
                let coefficient = &row[*column];
                let bound = nearest_bound(&-rest, coefficient);
                let side = if coefficient.is_positive() { &mut lower } else { &mut upper };
                let tighter = match side {
                    None => true,
                    Some(best) if coefficient.is_positive() => bound > *best,
                    Some(best) => bound < *best,
                };
                if tighter {
                    *side = Some(bound);
                }
            }
            // The value closest to zero that fits.
            point[*column] = match (lower, upper) {
                (Some(lower), _) if lower.is_positive() => lower,
                (_, Some(upper)) if upper.is_negative() => upper,
                _ => N::ZERO,
            };
        }
    }
}

/// The bound on `x` that `coefficient * x >= least` gives: from below for a positive coefficient, from above for a negative one.
fn nearest_bound<N: Number>(least: &N, coefficient: &N) -> N {
    if coefficient.is_positive() { least.ceil_div(coefficient) } else { least.floor_div(coefficient) }
}

fn occurrences<N: Number>(inequalities: &Matrix<N>, column: usize) -> Occurrences {
    let (mut lower, mut upper, mut unit_lower, mut unit_upper) = (0, 0, 0, 0);
    for row in inequalities.iter() {
        let coefficient = &row[column];
        if coefficient.is_positive() {
            lower += 1;
            unit_lower += usize::from(coefficient.is_unit());
        } else if coefficient.is_negative() {
            upper += 1;
            unit_upper += usize::from(coefficient.is_unit());
        }
    }
    Occurrences { lower, upper, exact: unit_lower == lower || unit_upper == upper }
}

/// Whether for each lower and upper bound the shadow is a constant that implies the dark shadow, or exact by a coefficient of 1.
fn has_exact_shadow<N: Number>(inequalities: &Matrix<N>, column: usize) -> bool {
    let constant = inequalities.columns() - 1;
    inequalities.iter().filter(|row| row[column].is_positive()).all(|lower| {
        inequalities.iter().filter(|row| row[column].is_negative()).all(|upper| {
            if lower[column].is_unit() || upper[column].is_unit() {
                return true;
            }
            let shadow = combine(lower, upper, column);
            let gap = lower[column].minus(&N::ONE).times(&upper[column].negated().minus(&N::ONE));
            shadow[..constant].iter().all(N::is_zero)
                && shadow[constant].times(&lower[column].gcd(&upper[column])) >= gap
        })
    })
}

/// Replaces the rows that mention `column` by the real shadow: all combinations of a lower with an upper bound. Returns those rows.
pub(crate) fn shadow<N: Number>(inequalities: &mut Matrix<N>, column: usize) -> Matrix<N> {
    let removed = inequalities.take_rows(|row| !row[column].is_zero());
    for lower in removed.iter().filter(|row| row[column].is_positive()) {
        for upper in removed.iter().filter(|row| row[column].is_negative()) {
            inequalities.push_entries(combination(lower, upper, column));
        }
    }
    removed
}

/// The sum of positive multiples of a lower and an upper bound in which `column` cancels out.
pub(crate) fn combine<N: Number>(lower: &[N], upper: &[N], column: usize) -> Row<N> {
    combination(lower, upper, column).collect()
}

fn combination<'a, N: Number>(
    lower: &'a [N],
    upper: &'a [N],
    column: usize,
) -> impl Iterator<Item = N> + use<'a, N> {
    let (mut a, mut b) = (lower[column].clone(), upper[column].negated());
    let gcd = a.gcd(&b);
    if !gcd.is_one() {
        (a, b) = (a.floor_div(&gcd), b.floor_div(&gcd));
    }
    lower.iter().zip(upper).map(move |(lower, upper)| {
        let mut sum = lower.times(&b);
        sum.add_product(upper, &a);
        sum
    })
}
