//! Emptiness of conjunctions as far as machine words and a look at each row show it, which is enough for most: equalities
//! are solved, what contradicts itself is empty, and what a point satisfies is not.

use super::linear::{Linear, Variable};
use super::ranges::{Ranges, Rows};

/// This many rows and variables are solved here: to compare each row with each is quick only as long as they are few.
const MOST: usize = 64;

/// Whether no integers satisfy forms that are zero and forms that are not negative; `None` where that does not show.
pub(super) fn emptiness(equalities: &[Linear], inequalities: &[Linear]) -> Option<bool> {
    if equalities.len() + inequalities.len() > MOST {
        return Ranges::of(equalities, inequalities).is_none().then_some(true);
    }
    let outcome = WordRows::of(equalities, inequalities).and_then(|mut rows| {
        rows.solve()?;
        rows.point()
    });
    match outcome {
        Ok(_) => Some(false),
        Err(Stop::Contradiction) => Some(true),
        Err(Stop::Unknown) => None,
    }
}

/// Integers that satisfy forms that are zero and forms that are not negative, where they show: one for each variable that
/// occurs.
pub(super) fn point(equalities: &[Linear], inequalities: &[Linear]) -> Option<Vec<(Variable, i64)>> {
    let mut rows = WordRows::of(equalities, inequalities).ok()?;
    rows.solve().ok()?;
    let mut values = rows.point().ok()?;
    for (column, row) in rows.solved.iter().rev() {
        *values.get_mut(*column)? = 0;
        *values.get_mut(*column)? = value(row, &values)?.checked_neg()?;
    }
    Some(rows.columns.into_iter().zip(values).collect())
}

/// The least value of each of some variables, where one point shows that has them all.
pub(super) fn least_values(
    equalities: &[Linear],
    inequalities: &[Linear],
    variables: &[Variable],
) -> Option<Vec<i64>> {
    let rows = WordRows::of(equalities, inequalities).ok()?;
    let mut ranges = Ranges::unbounded(rows.columns.len());
    ranges.narrow_by(&rows.sparse())?;
    if !rows.hold_at(&ranges.suggestions()) {
        return None;
    }
    variables.iter().map(|it| ranges.least(rows.columns.iter().position(|column| column == it)?)).collect()
}

/// Why no point was found.
enum Stop {
    Contradiction,
    /// A number is not a word, or the point that was tried is not in the set.
    Unknown,
}

/// Rows of words, with a column for each variable and one for the constant.
struct WordRows {
    columns: Vec<Variable>,
    width: usize,
    entries: Vec<i64>,
    /// For each row whether it is zero, and not only not negative.
    is_zero: Vec<bool>,
    /// Equalities that are left out, each with the column of a variable that only those before it mention; its factor
    /// is 1.
    solved: Vec<(usize, Vec<i64>)>,
}

impl WordRows {
    fn of(equalities: &[Linear], inequalities: &[Linear]) -> Result<Self, Stop> {
        let count = equalities.len() + inequalities.len();
        if count > MOST {
            return Err(Stop::Unknown);
        }
        let forms = || equalities.iter().chain(inequalities);
        let mut columns: Vec<Variable> = Vec::new();
        let mut places: Vec<usize> = Vec::with_capacity(forms().map(|it| it.terms.len()).sum());
        for (variable, _) in forms().flat_map(|it| &it.terms) {
            places.push(columns.iter().position(|it| it == variable).unwrap_or_else(|| {
                columns.push(*variable);
                columns.len() - 1
            }));
            if columns.len() > MOST {
                return Err(Stop::Unknown);
            }
        }
        let width = columns.len() + 1;
        let (entries, is_zero) = (vec![0; width * count], vec![false; count]);
        let mut rows = Self { columns, width, entries, is_zero, solved: Vec::new() };
        rows.is_zero[..equalities.len()].fill(true);
        let mut places = places.into_iter();
        for (row, form) in rows.entries.chunks_exact_mut(width).zip(forms()) {
            for ((_, factor), place) in form.terms.iter().zip(places.by_ref()) {
                row[place] = factor.to_i64().ok_or(Stop::Unknown)?;
            }
            row[width - 1] = form.constant.to_i64().ok_or(Stop::Unknown)?;
        }
        (0..count).rev().try_for_each(|row| rows.simplify(row))?;
        Ok(rows)
    }

    fn row(&self, row: usize) -> &[i64] {
        &self.entries[row * self.width..][..self.width]
    }

    /// Takes out a row; the last one is in its place then.
    fn remove(&mut self, row: usize) {
        self.move_to_end(row);
        self.is_zero.pop();
        self.entries.truncate(self.is_zero.len() * self.width);
    }

    fn move_to_end(&mut self, row: usize) {
        let last = self.is_zero.len() - 1;
        if row != last {
            let (front, end) = self.entries.split_at_mut(last * self.width);
            front[row * self.width..][..self.width].swap_with_slice(end);
            self.is_zero.swap(row, last);
        }
    }

    /// Divides a row by what its factors have in common, and takes it out if it says nothing.
    fn simplify(&mut self, row: usize) -> Result<(), Stop> {
        let is_zero = self.is_zero[row];
        let entries = &mut self.entries[row * self.width..][..self.width];
        let Some((constant, factors)) = entries.split_last_mut() else { return Ok(()) };
        let divisor = common_divisor(factors)?;
        if divisor == 0 {
            if *constant < 0 || is_zero && *constant != 0 {
                return Err(Stop::Contradiction);
            }
            self.remove(row);
        } else if divisor > 1 {
            if is_zero && *constant % divisor != 0 {
                return Err(Stop::Contradiction);
            }
            factors.iter_mut().for_each(|it| *it /= divisor);
            *constant = constant.div_euclid(divisor);
        }
        Ok(())
    }

    /// Takes out the equalities with a factor of 1 or −1: what is left holds for integers iff all rows do.
    fn solve(&mut self) -> Result<(), Stop> {
        loop {
            while let Some((row, column)) = self.solvable() {
                self.move_to_end(row);
                self.substitute(column)?;
            }
            if !self.pair_up()? {
                return Ok(());
            }
        }
    }

    /// An equality, and the column of a factor in it that is 1 or −1.
    fn solvable(&self) -> Option<(usize, usize)> {
        let equalities = (0..self.is_zero.len()).filter(|it| self.is_zero[*it]);
        equalities.into_iter().find_map(|row| {
            let factors = self.row(row).iter().take(self.width - 1);
            Some((row, factors.into_iter().position(|it| matches!(*it, 1 | -1))?))
        })
    }

    /// Solves the last row for a variable, which is left in no other.
    fn substitute(&mut self, column: usize) -> Result<(), Stop> {
        let last = self.is_zero.len() - 1;
        let mut solved = self.entries.split_off(last * self.width);
        self.is_zero.pop();
        let sign = solved[column];
        solved
            .iter_mut()
            .try_for_each(|it| it.checked_mul(sign).map(|value| *it = value))
            .ok_or(Stop::Unknown)?;
        for row in (0..last).rev() {
            let entries = &mut self.entries[row * self.width..][..self.width];
            let factor = entries[column];
            if factor == 0 {
                continue;
            }
            for (entry, value) in entries.iter_mut().zip(&solved) {
                let product = value.checked_mul(factor).ok_or(Stop::Unknown)?;
                *entry = entry.checked_sub(product).ok_or(Stop::Unknown)?;
            }
            self.simplify(row)?;
        }
        self.solved.push((column, solved));
        Ok(())
    }

    /// Makes one equality of two opposite inequalities; whether there were such.
    fn pair_up(&mut self) -> Result<bool, Stop> {
        let factors = self.width - 1;
        for second in (1..self.is_zero.len()).rev().filter(|it| !self.is_zero[*it]) {
            for first in 0..second {
                let (a, b) = (self.row(first), self.row(second));
                let is_opposite = |column: usize| a[column].checked_add(b[column]) == Some(0);
                if self.is_zero[first] || !(0..factors).all(is_opposite) {
                    continue;
                }
                match a[factors].checked_add(b[factors]) {
                    Some(..0) => return Err(Stop::Contradiction),
                    Some(0) => {
                        self.is_zero[first] = true;
                        self.remove(second);
                        return Ok(true);
                    }
                    _ => {}
                }
            }
        }
        Ok(false)
    }

    /// The rows without zeros, and without those that have a number whose negative is not a word.
    fn sparse(&self) -> Rows {
        let mut rows = Rows::with_capacity(self.is_zero.len(), self.entries.len());
        for (row, is_zero) in self.entries.chunks_exact(self.width).zip(&self.is_zero) {
            rows.push(row, *is_zero);
        }
        rows
    }

    /// Tries a point: each variable is as small as the ranges allow, or as great where they have no least value.
    fn point(&self) -> Result<Vec<i64>, Stop> {
        let rows = self.sparse();
        let mut ranges = Ranges::unbounded(self.width - 1);
        ranges.narrow_by(&rows).ok_or(Stop::Contradiction)?;
        let point = ranges.suggestions();
        if self.hold_at(&point) {
            return Ok(point);
        }
        for column in 0..self.width - 1 {
            if ranges.fix(column) {
                ranges.narrow_by(&rows).ok_or(Stop::Unknown)?;
            }
        }
        let point = ranges.suggestions();
        if self.hold_at(&point) { Ok(point) } else { Err(Stop::Unknown) }
    }

    fn hold_at(&self, point: &[i64]) -> bool {
        let mut rows = self.entries.chunks_exact(self.width).zip(&self.is_zero);
        rows.all(|(row, is_zero)| value(row, point).is_some_and(|it| it == 0 || it > 0 && !is_zero))
    }
}

/// The value of a row at a point.
fn value(row: &[i64], point: &[i64]) -> Option<i64> {
    let (constant, factors) = row.split_last()?;
    factors
        .iter()
        .zip(point)
        .try_fold(*constant, |sum, (factor, value)| sum.checked_add(factor.checked_mul(*value)?))
}

/// The greatest common divisor of some words; 0 if all are.
fn common_divisor(words: &[i64]) -> Result<i64, Stop> {
    let mut divisor = 0_i64;
    for word in words.iter().filter(|it| **it != 0) {
        divisor = num_integer::gcd(divisor, word.checked_abs().ok_or(Stop::Unknown)?);
        if divisor == 1 {
            break;
        }
    }
    Ok(divisor)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dependence::linear::of_loops as form;
    use crate::dependence::system::System;
    use presburger::{Budget, Integer, Lexmin};
    use proptest::prelude::*;

    fn exact(equalities: Vec<Linear>, inequalities: Vec<Linear>) -> bool {
        let mut system = System::default();
        system.new_loops(4);
        (system.equalities, system.inequalities) = (equalities, inequalities);
        system.set(&[], &[]).is_integer_empty(&Budget::new(u64::MAX)).expect("a budget without end")
    }

    fn forms(count: usize) -> impl Strategy<Value = Vec<Linear>> {
        let small = prop_oneof![4 => -1..2_i64, 1 => -3..4_i64];
        let one = (prop::collection::vec(small, 4), -9..10_i64).prop_map(|it| form(&it.0, it.1));
        prop::collection::vec(one, 0..count)
    }

    fn at(form: &Linear, point: &[(Variable, i64)]) -> Linear {
        point.iter().fold(form.clone(), |mut form, (variable, value)| {
            form.substitute(*variable, &Linear::constant(*value));
            form
        })
    }

    proptest! {
        #[test]
        fn what_shows_is_so(equalities in forms(4), inequalities in forms(9)) {
            let point = point(&equalities, &inequalities);
            let is_empty = emptiness(&equalities, &inequalities);
            prop_assert_eq!(point.is_some(), is_empty == Some(false));
            if let Some(point) = point {
                let zero = Integer::ZERO;
                prop_assert!(equalities.iter().all(|it| at(it, &point).as_constant() == Some(&zero)));
                prop_assert!(inequalities.iter().all(|it| at(it, &point).as_constant().is_some_and(|it| *it >= zero)));
            }
            if let Some(is_empty) = is_empty {
                prop_assert_eq!(is_empty, exact(equalities, inequalities));
            }
        }

        #[test]
        fn least_values_are_least(equalities in forms(3), inequalities in forms(9)) {
            let variables: Vec<Variable> = (0..4).map(Variable::Loop).collect();
            if let Some(values) = least_values(&equalities, &inequalities, &variables) {
                let mut system = System::default();
                system.new_loops(4);
                (system.equalities, system.inequalities) = (equalities, inequalities);
                let found = system.set(&variables, &[]).lexmin(&[0, 1, 2, 3], &Budget::new(u64::MAX));
                let values = values.into_iter().map(Integer::from).collect();
                prop_assert_eq!(found.expect("a budget without end"), Lexmin::Point(values));
            }
        }
    }

    #[test]
    fn least_values_of_a_nest() {
        let (i, j) = (Variable::Loop(0), Variable::Loop(1));
        // 0 <= i < j < n
        let rows = [form(&[1], 0), form(&[-1, 1], -1), form(&[0, -1, 1], -1)];
        assert_eq!(least_values(&[], &rows, &[i, j]), Some(vec![0, 1]));
        assert_eq!(least_values(&[], &rows[1..], &[i, j]), None);
    }

    #[test]
    fn contradictions() {
        // i = j, and j before i.
        assert_eq!(emptiness(&[form(&[1, -1], 0)], &[form(&[1, -1], -1)]), Some(true));
        // An even number that is odd.
        assert_eq!(emptiness(&[form(&[2, -4], 1)], &[]), Some(true));
        // i = j by two inequalities, i = j + 1
        let equal = [form(&[1, -1], 0), form(&[-1, 1], 0)];
        assert_eq!(emptiness(&[form(&[1, -1], -1)], &equal), Some(true));
        // i < 4 and i > 4
        assert_eq!(emptiness(&[], &[form(&[-1], 3), form(&[1], -5)]), Some(true));
    }

    #[test]
    fn points() {
        assert_eq!(emptiness(&[], &[]), Some(false));
        // 0 <= i < j < n
        let rows = [form(&[1], 0), form(&[-1, 1], -1), form(&[0, -1, 1], -1)];
        assert_eq!(emptiness(&[], &rows), Some(false));
        // 2 i = 3 j: no factor of 1.
        assert_eq!(emptiness(&[form(&[2, -3], 0)], &[]), Some(false));
    }

    #[test]
    fn many_rows_say_what_their_ranges_do() {
        let mut rows: Vec<Linear> = (0..MOST as i64).map(|it| form(&[1], -it)).collect();
        rows.push(form(&[1, 1], 0));
        assert_eq!(emptiness(&[], &rows), None);
        rows.push(form(&[-1], 5));
        assert_eq!(emptiness(&[], &rows), Some(true));
    }

    #[test]
    fn words_that_do_not_fit_say_nothing() {
        let huge = Linear::constant(i64::MAX).plus_constant(1);
        assert_eq!(emptiness(&[], &[huge]), None);
        assert_eq!(emptiness(&[form(&[1, i64::MAX], i64::MAX)], &[form(&[i64::MAX, 1], 0)]), None);
        assert_eq!(emptiness(&[], &[form(&[i64::MIN, 1], 0)]), None);
    }
}
