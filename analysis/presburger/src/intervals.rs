//! Ranges of single variables by propagation of bounds from row to row; a cheap relaxation that suffices for small boxes.

use crate::interrupt::{Budget, GaveUp};
use crate::matrix::Matrix;
use crate::number::Number;

/// A variable with few values.
pub(crate) struct SmallRange<N> {
    pub(crate) column: usize,
    /// Inclusive; below `lower` or above `upper` there is no point. `lower > upper` says that there is none at all.
    pub(crate) lower: N,
    pub(crate) upper: N,
}

/// How often every row is looked at: chains of bounds are short.
const ROUNDS: usize = 3;

type Bounds<N> = (Option<N>, Option<N>);

/// The variable with the least number of values, if those are at most `most`. The bounds hold for all points, rational ones that are
/// rounded inwards; they need not be attained.
pub(crate) fn smallest_range<N: Number>(
    inequalities: &Matrix<N>,
    most: i64,
    budget: &Budget<'_>,
) -> Result<Option<SmallRange<N>>, GaveUp> {
    let variables = inequalities.columns() - 1;
    let mut bounds: Vec<Bounds<N>> = vec![(None, None); variables];
    for _ in 0..ROUNDS {
        budget.spend((inequalities.rows() * inequalities.columns()) as u64)?;
        let mut changed = false;
        for row in inequalities.iter() {
            changed |= propagate(row, &mut bounds);
        }
        if !changed {
            break;
        }
    }
    let most = N::from(most);
    let ranges = bounds.into_iter().enumerate().filter_map(|(column, bounds)| match bounds {
        (Some(lower), Some(upper)) => Some(SmallRange { column, lower, upper }),
        _ => None,
    });
    Ok(ranges
        .map(|it| (it.upper.minus(&it.lower), it))
        .filter(|it| it.0 < most)
        .min_by(|a, b| a.0.cmp(&b.0))
        .map(|it| it.1))
}

/// Tightens the bounds of each variable of `row >= 0` by those of the others.
fn propagate<N: Number>(row: &[N], bounds: &mut [Bounds<N>]) -> bool {
    let Some((constant, coefficients)) = row.split_last() else { return false };
    // The greatest value of the row, and how many of its terms have none.
    let mut greatest = constant.clone();
    let mut unbounded = 0;
    for (coefficient, bounds) in coefficients.iter().zip(bounds.iter()) {
        match greatest_term(coefficient, bounds) {
            Some(term) => greatest += &term,
            None => unbounded += 1,
        }
    }
    let mut changed = false;
    for (coefficient, bounds) in coefficients.iter().zip(bounds.iter_mut()) {
        if coefficient.is_zero() {
            continue;
        }
        // A bound that this row has tightened just now is on its other side, and leaves the sum as it is.
        let rest = match greatest_term(coefficient, bounds) {
            Some(term) if unbounded == 0 => greatest.minus(&term),
            None if unbounded == 1 => greatest.clone(),
            _ => continue,
        };
        // coefficient * x >= -rest
        if coefficient.is_positive() {
            let bound = (-rest).ceil_div(coefficient);
            if bounds.0.as_ref().is_none_or(|it| bound > *it) {
                bounds.0 = Some(bound);
                changed = true;
            }
        } else {
            let bound = rest.floor_div(&coefficient.negated());
            if bounds.1.as_ref().is_none_or(|it| bound < *it) {
                bounds.1 = Some(bound);
                changed = true;
            }
        }
    }
    changed
}

/// The greatest value of one term; `None` if it has no bound.
fn greatest_term<N: Number>(coefficient: &N, bounds: &Bounds<N>) -> Option<N> {
    match coefficient.signum() {
        0 => Some(N::ZERO),
        1 => Some(bounds.1.as_ref()?.times(coefficient)),
        _ => Some(bounds.0.as_ref()?.times(coefficient)),
    }
}
