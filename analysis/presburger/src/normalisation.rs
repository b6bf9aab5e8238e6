//! Rows in lowest terms: divided by their content, constants tightened, parallel rows merged.

use std::cmp::Ordering;

use crate::Integer;
use crate::matrix::{Matrix, content};

/// The rows are contradictory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Contradiction;

/// Divides an equality by the content of its coefficients. `Ok(false)` means `0 = 0`.
///
/// A content that does not divide the constant is a contradiction over the integers (the GCD test).
pub(crate) fn normalise_equality(row: &mut [Integer]) -> Result<bool, Contradiction> {
    let gcd = content(row);
    let constant = &row[row.len() - 1];
    if gcd.is_zero() {
        return if constant.is_zero() { Ok(false) } else { Err(Contradiction) };
    }
    if !constant.is_multiple_of(&gcd) {
        return Err(Contradiction);
    }
    if !gcd.is_one() {
        row.iter_mut().for_each(|entry| *entry = entry.floor_div(&gcd));
    }
    if row.iter().find(|entry| !entry.is_zero()).is_some_and(Integer::is_negative) {
        row.iter_mut().for_each(|entry| *entry = -&*entry);
    }
    Ok(true)
}

/// Divides an inequality by the content of its coefficients and rounds the constant down. `Ok(false)` means a row that always holds.
pub(crate) fn normalise_inequality(row: &mut [Integer]) -> Result<bool, Contradiction> {
    let gcd = content(row);
    if gcd.is_zero() {
        return if row[row.len() - 1].is_negative() { Err(Contradiction) } else { Ok(false) };
    }
    if !gcd.is_one() {
        row.iter_mut().for_each(|entry| *entry = entry.floor_div(&gcd));
    }
    Ok(true)
}

/// Normalises all inequalities, keeps the tightest of parallel ones, and finds contradictions between opposite ones.
///
/// Opposite rows that leave no slack are an equality: with `equalities` they move there, otherwise they stay.
pub(crate) fn tighten(
    inequalities: &mut Matrix,
    mut equalities: Option<&mut Matrix>,
) -> Result<(), Contradiction> {
    let constant = inequalities.columns() - 1;
    let mut dropped = Vec::with_capacity(inequalities.rows());
    for row in inequalities.iter_mut() {
        dropped.push(!normalise_inequality(row)?);
    }
    // Most rows of a large system mention few variables, so that the first one already tells them apart.
    let leading: Vec<usize> = inequalities.iter().map(leading_column).collect();
    let mut order: Vec<usize> = (0..dropped.len()).filter(|&row| !dropped[row]).collect();
    order.sort_unstable_by(|&a, &b| {
        let directions = || compare_directions(inequalities.row(a), inequalities.row(b), leading[a]);
        leading[a].cmp(&leading[b]).then_with(directions).then(a.cmp(&b))
    });
    let mut start = 0;
    while start < order.len() {
        // The tightest row of this direction, and of the opposite one.
        let first = order[start];
        let mut tightest = [Some(first), None];
        let mut end = start + 1;
        while end < order.len() {
            let (a, b) = (inequalities.row(first), inequalities.row(order[end]));
            let column = leading[first];
            if column != leading[order[end]] || compare_directions(a, b, column) != Ordering::Equal {
                break;
            }
            let side = &mut tightest[usize::from(a[column].signum() != b[column].signum())];
            match *side {
                Some(other) if inequalities.row(other)[constant] <= b[constant] => dropped[order[end]] = true,
                Some(other) => {
                    dropped[other] = true;
                    *side = Some(order[end]);
                }
                None => *side = Some(order[end]),
            }
            end += 1;
        }
        if let [Some(a), Some(b)] = tightest {
            let slack = &inequalities.row(a)[constant] + &inequalities.row(b)[constant];
            if slack.is_negative() {
                return Err(Contradiction);
            }
            if slack.is_zero()
                && let Some(equalities) = &mut equalities
            {
                equalities.push(inequalities.row(a));
                dropped[a] = true;
                dropped[b] = true;
            }
        }
        start = end;
    }
    if dropped.contains(&true) {
        let mut flags = dropped.into_iter();
        inequalities.retain(|_| flags.next() == Some(false));
    }
    Ok(())
}

/// Does the same for the rows from `first` on, where those before are normalised and do not contradict each other.
pub(crate) fn tighten_new(inequalities: &mut Matrix, first: usize) -> Result<(), Contradiction> {
    if inequalities.rows() - first > FEW_NEW_ROWS {
        return tighten(inequalities, None);
    }
    let constant = inequalities.columns() - 1;
    let mut new = first;
    while new < inequalities.rows() {
        if !normalise_inequality(inequalities.row_mut(new))? {
            inequalities.swap_remove(new);
            continue;
        }
        let row = inequalities.row(new);
        let parallel = (0..new).find(|&known| inequalities.row(known)[..constant] == row[..constant]);
        if parallel.is_some_and(|known| inequalities.row(known)[constant] <= row[constant]) {
            inequalities.swap_remove(new);
            continue;
        }
        for known in 0..new {
            let known = inequalities.row(known);
            let opposite = known[..constant].iter().zip(row).all(|(a, b)| a.is_negation_of(b));
            if opposite && (&known[constant] + &row[constant]).is_negative() {
                return Err(Contradiction);
            }
        }
        if let Some(known) = parallel {
            let tighter = row[constant].clone();
            inequalities.row_mut(known)[constant] = tighter;
            inequalities.swap_remove(new);
        } else {
            new += 1;
        }
    }
    Ok(())
}

/// Up to so many new rows are compared with each other row; beyond, sorting is cheaper.
const FEW_NEW_ROWS: usize = 24;

/// The first column that is not zero; that of the constant if all variables' are.
fn leading_column(row: &[Integer]) -> usize {
    let constant = row.len() - 1;
    row.iter().position(|entry| !entry.is_zero()).unwrap_or(constant)
}

/// Orders rows with the same leading column by their coefficients up to a common sign; the constants do not count.
fn compare_directions(a: &[Integer], b: &[Integer], leading: usize) -> Ordering {
    let last = a.len() - 1;
    let (a, b) = (&a[leading..last], &b[leading..last]);
    let is_negative = |row: &[Integer]| row.first().is_some_and(Integer::is_negative);
    match (is_negative(a), is_negative(b)) {
        (false, false) => a.cmp(b),
        (true, true) => b.cmp(a),
        (false, true) => compare_with_negated(a, b),
        (true, false) => compare_with_negated(b, a).reverse(),
    }
}

fn compare_with_negated(a: &[Integer], b: &[Integer]) -> Ordering {
    a.iter().zip(b).map(|(a, b)| a.cmp(&-b)).find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
}
