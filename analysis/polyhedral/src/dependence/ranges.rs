//! Ranges of the variables of a conjunction, by propagation of bounds: quickly found and never too narrow.
//!
//! Each row bounds each of its variables by what the ranges of the others leave of it (Davis, *Constraint propagation
//! with interval labels*, 1987, §5). What is empty here is empty; what is not may still be.

use super::linear::{Linear, Variable};
use presburger::Integer;

/// How often all rows are looked at: loops whose bounds depend on each other are as deep.
const ROUNDS: usize = 3;

/// The range of each variable that a row mentions.
pub(crate) struct Ranges(Vec<(Variable, Range)>);

/// The least and the greatest value, where they are known and words.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Range {
    pub(crate) least: Option<i64>,
    pub(crate) greatest: Option<i64>,
}

impl Range {
    /// The greatest value of a multiple.
    fn greatest_times(self, factor: i64) -> Option<i64> {
        if factor < 0 { self.least } else { self.greatest }?.checked_mul(factor)
    }

    fn suggestion(self) -> i64 {
        self.least.or(self.greatest).unwrap_or(0)
    }

    fn is_empty(self) -> bool {
        self.least.zip(self.greatest).is_some_and(|(least, greatest)| least > greatest)
    }
}

impl Ranges {
    /// Those of forms that are zero and of forms that are not negative; `None` where no values satisfy all.
    pub(crate) fn of(equalities: &[Linear], inequalities: &[Linear]) -> Option<Self> {
        let mut ranges = Self(Vec::new());
        let forms = || inequalities.iter().chain(equalities);
        let mut rows = Rows::with_capacity(
            inequalities.len() + equalities.len(),
            forms().map(|it| it.terms.len()).sum(),
        );
        inequalities.iter().for_each(|it| rows.add(it, false, &mut ranges));
        equalities.iter().for_each(|it| rows.add(it, true, &mut ranges));
        ranges.narrow_by(&rows)?;
        Some(ranges)
    }

    /// Uses all rows, a few times; `None` where no values satisfy all.
    pub(super) fn narrow_by(&mut self, rows: &Rows) -> Option<()> {
        for _ in 0..ROUNDS {
            let mut is_narrower = false;
            for (terms, row) in rows.iter() {
                is_narrower |= self.narrow(row.constant, terms, 1)?;
                if row.is_zero {
                    is_narrower |= self.narrow(row.constant, terms, -1)?;
                }
            }
            if !is_narrower {
                break;
            }
        }
        Some(())
    }

    /// The range of a form.
    pub(crate) fn of_form(&self, form: &Linear) -> Range {
        let least = self.greatest(form, -1).and_then(i64::checked_neg);
        Range { least, greatest: self.greatest(form, 1) }
    }

    /// This many variables that may have any value, by number.
    pub(super) fn unbounded(count: usize) -> Self {
        Self((0..count).map(|it| (Variable::Loop(it), Range::default())).collect())
    }

    /// For each variable the least value, the greatest where there is no least, or else zero.
    pub(super) fn suggestions(&self) -> Vec<i64> {
        self.0.iter().map(|it| it.1.suggestion()).collect()
    }

    /// The least value of the variable at a place.
    pub(super) fn least(&self, place: usize) -> Option<i64> {
        self.0.get(place)?.1.least
    }

    /// Gives the variable at a place the value that is suggested; whether it may have had others.
    pub(super) fn fix(&mut self, place: usize) -> bool {
        let Some(range) = self.at(place) else { return false };
        let value = Some(range.suggestion());
        let fixed = Range { least: value, greatest: value };
        std::mem::replace(range, fixed) != fixed
    }

    fn get(&self, variable: Variable) -> Range {
        self.0.iter().find(|it| it.0 == variable).map_or(Range::default(), |it| it.1)
    }

    /// The greatest value of a form, or of its negative for the sign -1.
    fn greatest(&self, form: &Linear, sign: i64) -> Option<i64> {
        let constant = form.constant.to_i64()?.checked_mul(sign)?;
        form.terms.iter().try_fold(constant, |sum, (variable, factor)| {
            sum.checked_add(self.get(*variable).greatest_times(factor.to_i64()?.checked_mul(sign)?)?)
        })
    }

    fn place(&mut self, variable: Variable) -> usize {
        self.0.iter().position(|it| it.0 == variable).unwrap_or_else(|| {
            self.0.push((variable, Range::default()));
            self.0.len() - 1
        })
    }

    fn at(&mut self, place: usize) -> Option<&mut Range> {
        self.0.get_mut(place).map(|it| &mut it.1)
    }

    /// Uses that a row, or its negative for the sign -1, is not negative; whether some range is narrower now, and
    /// `None` if one is empty.
    fn narrow(&mut self, constant: i64, terms: &[(usize, i64)], sign: i64) -> Option<bool> {
        let mut sum = constant * sign;
        let mut unbounded = None;
        for (place, factor) in terms {
            let range = self.at(*place).copied().unwrap_or_default();
            match range.greatest_times(factor * sign).and_then(|it| sum.checked_add(it)) {
                Some(it) => sum = it,
                None if unbounded.is_none() => unbounded = Some(*place),
                None => return Some(false),
            }
        }
        if unbounded.is_none() && sum < 0 {
            return None;
        }
        let mut is_narrower = false;
        for (place, factor) in terms {
            let factor = factor * sign;
            let Some(range) = self.at(*place) else { continue };
            let rest = match unbounded {
                Some(it) if it == *place => Some(sum),
                Some(_) => None,
                None => range.greatest_times(factor).and_then(|it| sum.checked_sub(it)),
            };
            // factor · variable >= -rest
            let Some(rest) = rest.filter(|it| *it != i64::MIN) else { continue };
            let before = *range;
            match factor {
                1.. => {
                    let least = -floor(rest, factor);
                    range.least = Some(range.least.map_or(least, |it| it.max(least)));
                }
                ..=-1 => {
                    let greatest = floor(rest, -factor);
                    range.greatest = Some(range.greatest.map_or(greatest, |it| it.min(greatest)));
                }
                0 => {}
            }
            if range.is_empty() {
                return None;
            }
            is_narrower |= *range != before;
        }
        Some(is_narrower)
    }
}

/// Forms whose variables are places among the ranges.
pub(super) struct Rows {
    /// Those of all rows, one row after the other.
    terms: Vec<(usize, i64)>,
    rows: Vec<Row>,
}

struct Row {
    constant: i64,
    /// Where its terms end.
    end: usize,
    /// Whether it is zero, and not only not negative.
    is_zero: bool,
}

impl Rows {
    pub(super) fn with_capacity(rows: usize, terms: usize) -> Self {
        Self { terms: Vec::with_capacity(terms), rows: Vec::with_capacity(rows) }
    }

    /// Leaves forms out that are not words, or whose negatives are none.
    fn add(&mut self, form: &Linear, is_zero: bool, ranges: &mut Ranges) {
        let word = |it: &Integer| it.to_i64().filter(|it| *it != i64::MIN);
        let Some(constant) = word(&form.constant) else { return };
        let first = self.terms.len();
        for (variable, factor) in &form.terms {
            let Some(factor) = word(factor) else { return self.terms.truncate(first) };
            self.terms.push((ranges.place(*variable), factor));
        }
        self.rows.push(Row { constant, end: self.terms.len(), is_zero });
    }

    /// Adds the factors of all places, after which the constant is, unless the negative of one is not a word.
    pub(super) fn push(&mut self, row: &[i64], is_zero: bool) {
        if let Some((constant, factors)) = row.split_last()
            && !row.contains(&i64::MIN)
        {
            for (place, factor) in factors.iter().enumerate().filter(|it| *it.1 != 0) {
                self.terms.push((place, *factor));
            }
            self.rows.push(Row { constant: *constant, end: self.terms.len(), is_zero });
        }
    }

    fn iter(&self) -> impl Iterator<Item = (&[(usize, i64)], &Row)> {
        let mut first = 0;
        self.rows.iter().map(move |row| {
            let terms = self.terms.get(first..row.end).unwrap_or_default();
            first = row.end;
            (terms, row)
        })
    }
}

/// The quotient rounded down, for a positive divisor.
fn floor(value: i64, divisor: i64) -> i64 {
    if divisor == 1 { value } else { value.div_euclid(divisor) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dependence::linear::of_loops as form;
    use proptest::prelude::*;

    fn value(form: &Linear, point: &[i64]) -> i64 {
        let terms = form.terms.iter().map(|(variable, factor)| match variable {
            Variable::Loop(index) => factor.to_i64().unwrap() * point[*index],
            _ => unreachable!(),
        });
        terms.sum::<i64>() + form.constant.to_i64().unwrap()
    }

    fn forms(count: usize) -> impl Strategy<Value = Vec<Linear>> {
        let one = (prop::collection::vec(-3..4_i64, 3), -12..13_i64).prop_map(|it| form(&it.0, it.1));
        prop::collection::vec(one, 0..count)
    }

    proptest! {
        #[test]
        fn no_point_is_left_out(equalities in forms(2), inequalities in forms(6), asked in forms(2)) {
            let ranges = Ranges::of(&equalities, &inequalities);
            for index in 0..15 * 15 * 15_i64 {
                let point = [index % 15 - 7, index / 15 % 15 - 7, index / 225 - 7];
                if equalities.iter().all(|it| value(it, &point) == 0)
                    && inequalities.iter().all(|it| value(it, &point) >= 0)
                {
                    let ranges = ranges.as_ref().expect("a system with a point is not empty");
                    for form in &asked {
                        let (range, value) = (ranges.of_form(form), value(form, &point));
                        prop_assert!(range.least.is_none_or(|it| it <= value));
                        prop_assert!(range.greatest.is_none_or(|it| it >= value));
                    }
                }
            }
        }
    }

    #[test]
    fn bounds_that_depend_on_each_other() {
        // 0 <= i < 8, i <= j < 2 i + 1
        let rows = [form(&[1], 0), form(&[-1], 7), form(&[-1, 1], 0), form(&[2, -1], 0)];
        let ranges = Ranges::of(&[], &rows).unwrap();
        assert_eq!(ranges.of_form(&form(&[0, 1], 0)), Range { least: Some(0), greatest: Some(14) });
        assert!(Ranges::of(&[form(&[1], -9)], &rows).is_none());
    }

    #[test]
    fn words_that_do_not_fit_say_nothing() {
        let rows = [form(&[1], -i64::MAX), form(&[i64::MIN], i64::MAX), form(&[1, i64::MAX], i64::MIN)];
        assert!(Ranges::of(&[], &rows[..1]).is_some());
        assert!(Ranges::of(&[], &rows).is_some());
    }
}
