//! Rows in lowest terms: divided by their content, constants tightened, parallel rows merged.

use std::cmp::Ordering;

use smallvec::SmallVec;

use crate::matrix::{Matrix, content};
use crate::number::Number;

/// The rows are contradictory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Contradiction;

/// Divides an equality by the content of its coefficients. `Ok(false)` means `0 = 0`.
///
/// A content that does not divide the constant is a contradiction over the integers (the GCD test).
pub(crate) fn normalise_equality<N: Number>(row: &mut [N]) -> Result<bool, Contradiction> {
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
    if row.iter().find(|entry| !entry.is_zero()).is_some_and(N::is_negative) {
        row.iter_mut().for_each(|entry| *entry = entry.negated());
    }
    Ok(true)
}

/// Divides an inequality by the content of its coefficients and rounds the constant down. `Ok(false)` means a row that always holds.
pub(crate) fn normalise_inequality<N: Number>(row: &mut [N]) -> Result<bool, Contradiction> {
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
pub(crate) fn tighten<N: Number>(
    inequalities: &mut Matrix<N>,
    mut equalities: Option<&mut Matrix<N>>,
) -> Result<(), Contradiction> {
    let mut dropped: SmallVec<[bool; 64]> = SmallVec::with_capacity(inequalities.rows());
    for row in inequalities.iter_mut() {
        dropped.push(!normalise_inequality(row)?);
    }
    let mut without_slack = match inequalities.rows() {
        ..=FEW_ROWS => merge_few(inequalities, &mut dropped)?,
        _ => merge_many(inequalities, &mut dropped)?,
    };
    if let Some(equalities) = &mut equalities {
        without_slack.sort_unstable_by(|a, b| compare(inequalities, a.0, b.0));
        for (a, b) in without_slack {
            equalities.push(inequalities.row(a));
            dropped[a] = true;
            dropped[b] = true;
        }
    }
    if dropped.contains(&true) {
        let mut flags = dropped.into_iter();
        inequalities.retain(|_| flags.next() == Some(false));
    }
    Ok(())
}

/// Up to this many rows are compared each with each other; beyond, sorting is cheaper.
const FEW_ROWS: usize = 32;

/// Drops all but the tightest of parallel rows, and returns the opposite ones that leave no slack, in order of the first of each pair.
fn merge_few<N: Number>(
    inequalities: &Matrix<N>,
    dropped: &mut [bool],
) -> Result<Vec<(usize, usize)>, Contradiction> {
    let mut without_slack = Vec::new();
    let mut prints = [0; FEW_ROWS];
    prints.iter_mut().zip(inequalities.iter()).for_each(|(print, row)| *print = fingerprint(row));
    let mut is_merged = [false; FEW_ROWS];
    is_merged[..dropped.len()].copy_from_slice(dropped);
    let (prints, is_merged) = (&prints[..dropped.len()], &mut is_merged[..dropped.len()]);
    for first in 0..prints.len() {
        if is_merged[first] {
            continue;
        }
        let row = inequalities.row(first);
        let column = leading_column(row);
        let is_parallel = |other: usize| {
            let other = inequalities.row(other);
            leading_column(other) == column && compare_directions(row, other, column).is_eq()
        };
        let mut parallel = Parallel::of(first);
        for other in first + 1..prints.len() {
            if prints[other] == prints[first] && !is_merged[other] && is_parallel(other) {
                is_merged[other] = true;
                parallel.add(inequalities, other, dropped);
            }
        }
        without_slack.extend(parallel.without_slack(inequalities)?);
    }
    Ok(without_slack)
}

/// As [`merge_few`], by sorting.
fn merge_many<N: Number>(
    inequalities: &Matrix<N>,
    dropped: &mut [bool],
) -> Result<Vec<(usize, usize)>, Contradiction> {
    let mut without_slack = Vec::new();
    // Most rows of a large system mention few variables, so that the first one already tells them apart.
    let leading: Vec<usize> = inequalities.iter().map(leading_column).collect();
    let compare = |a: usize, b: usize| {
        let directions = || compare_directions(inequalities.row(a), inequalities.row(b), leading[a]);
        leading[a].cmp(&leading[b]).then_with(directions)
    };
    let mut order: Vec<usize> = (0..dropped.len()).filter(|&row| !dropped[row]).collect();
    order.sort_unstable_by(|&a, &b| compare(a, b).then(a.cmp(&b)));
    for rows in order.chunk_by(|&a, &b| compare(a, b).is_eq()) {
        let Some((first, others)) = rows.split_first() else { continue };
        let mut parallel = Parallel::of(*first);
        others.iter().for_each(|other| parallel.add(inequalities, *other, dropped));
        without_slack.extend(parallel.without_slack(inequalities)?);
    }
    Ok(without_slack)
}

/// Rows of one direction or its opposite: the first, and the tightest of each side, that of the first one first.
struct Parallel {
    first: usize,
    tightest: [Option<usize>; 2],
}

impl Parallel {
    fn of(first: usize) -> Self {
        Self { first, tightest: [Some(first), None] }
    }

    fn add<N: Number>(&mut self, inequalities: &Matrix<N>, row: usize, dropped: &mut [bool]) {
        let (first, new) = (inequalities.row(self.first), inequalities.row(row));
        let (column, constant) = (leading_column(new), new.len() - 1);
        let side = &mut self.tightest[usize::from(first[column].signum() != new[column].signum())];
        match *side {
            Some(other) if inequalities.row(other)[constant] <= new[constant] => dropped[row] = true,
            Some(other) => {
                dropped[other] = true;
                *side = Some(row);
            }
            None => *side = Some(row),
        }
    }

    /// The tightest rows if they are opposite ones that leave no slack.
    fn without_slack<N: Number>(
        &self,
        inequalities: &Matrix<N>,
    ) -> Result<Option<(usize, usize)>, Contradiction> {
        let [Some(a), Some(b)] = self.tightest else { return Ok(None) };
        let constant = inequalities.columns() - 1;
        let slack = inequalities.row(a)[constant].plus(&inequalities.row(b)[constant]);
        if slack.is_negative() { Err(Contradiction) } else { Ok(slack.is_zero().then_some((a, b))) }
    }
}

/// Orders rows by their leading columns, and then by their coefficients up to a common sign.
fn compare<N: Number>(inequalities: &Matrix<N>, a: usize, b: usize) -> Ordering {
    let (a, b) = (inequalities.row(a), inequalities.row(b));
    let leading = leading_column(a);
    leading.cmp(&leading_column(b)).then_with(|| compare_directions(a, b, leading))
}

/// A number that rows of one direction or its opposite share, and few others.
fn fingerprint<N: Number>(row: &[N]) -> u64 {
    // An odd number with bits everywhere.
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    let coefficients = &row[..row.len() - 1];
    let sum = coefficients.iter().fold(0_u64, |sum, entry| {
        // The only word whose negative is not a word.
        let word = entry.to_i64().filter(|it| *it != i64::MIN).unwrap_or_default();
        sum.wrapping_mul(FACTOR).wrapping_add(word.cast_unsigned())
    });
    // The opposite row has the opposite sum.
    sum.min(sum.wrapping_neg())
}

/// Does the same for the rows from `first` on, where those before are normalised and do not contradict each other.
pub(crate) fn tighten_new<N: Number>(
    inequalities: &mut Matrix<N>,
    first: usize,
) -> Result<(), Contradiction> {
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
            if opposite && known[constant].plus(&row[constant]).is_negative() {
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

/// Up to this many new rows are compared with each other row; beyond, sorting is cheaper.
const FEW_NEW_ROWS: usize = 24;

/// The first column that is not zero; that of the constant if all variables' are.
fn leading_column<N: Number>(row: &[N]) -> usize {
    let constant = row.len() - 1;
    row.iter().position(|entry| !entry.is_zero()).unwrap_or(constant)
}

/// Orders rows with the same leading column by their coefficients up to a common sign; the constants do not count.
fn compare_directions<N: Number>(a: &[N], b: &[N], leading: usize) -> Ordering {
    let last = a.len() - 1;
    let (a, b) = (&a[leading..last], &b[leading..last]);
    let is_negative = |row: &[N]| row.first().is_some_and(N::is_negative);
    match (is_negative(a), is_negative(b)) {
        (false, false) => a.cmp(b),
        (true, true) => b.cmp(a),
        (false, true) => compare_with_negated(a, b),
        (true, false) => compare_with_negated(b, a).reverse(),
    }
}

fn compare_with_negated<N: Number>(a: &[N], b: &[N]) -> Ordering {
    a.iter().zip(b).map(|(a, b)| a.cmp(&b.negated())).find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
}
