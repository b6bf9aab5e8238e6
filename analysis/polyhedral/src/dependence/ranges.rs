//! Ranges of the variables of a conjunction, by propagation of bounds: quickly found and never too narrow.
//!
//! Each row bounds each of its variables by what the ranges of the others leave of it (Davis, *Constraint propagation
//! with interval labels*, 1987, §5). What is empty here is empty; what is not may still be.

use super::linear::{Linear, Variable};

/// How often all rows are looked at: loops whose bounds depend on each other are as deep.
const ROUNDS: usize = 3;

/// The range of each variable that a row mentions.
pub(crate) struct Ranges(Vec<(Variable, Range)>);

/// The least and the greatest value, where they are known.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Range {
    pub(crate) least: Option<i128>,
    pub(crate) greatest: Option<i128>,
}

impl Range {
    /// The greatest value of a multiple.
    fn greatest_times(self, factor: i128) -> Option<i128> {
        if factor < 0 { self.least } else { self.greatest }?.checked_mul(factor)
    }

    fn is_empty(self) -> bool {
        self.least.zip(self.greatest).is_some_and(|(least, greatest)| least > greatest)
    }
}

impl Ranges {
    /// Those of forms that are zero and of forms that are not negative; `None` where no values satisfy all.
    pub(crate) fn of(equalities: &[Linear], inequalities: &[Linear]) -> Option<Self> {
        let mut ranges = Self(Vec::new());
        for _ in 0..ROUNDS {
            let mut is_narrower = false;
            for form in inequalities {
                is_narrower |= ranges.narrow(form, 1)?;
            }
            for form in equalities {
                is_narrower |= ranges.narrow(form, 1)? | ranges.narrow(form, -1)?;
            }
            if !is_narrower {
                break;
            }
        }
        Some(ranges)
    }

    /// The range of a form.
    pub(crate) fn of_form(&self, form: &Linear) -> Range {
        let least = self.greatest(form, -1).and_then(i128::checked_neg);
        Range { least, greatest: self.greatest(form, 1) }
    }

    fn get(&self, variable: Variable) -> Range {
        self.0.iter().find(|it| it.0 == variable).map_or(Range::default(), |it| it.1)
    }

    /// The greatest value of a form, or of its negative for the sign -1.
    fn greatest(&self, form: &Linear, sign: i128) -> Option<i128> {
        let constant = i128::from(form.constant.to_i64()?) * sign;
        form.terms.iter().try_fold(constant, |sum, (variable, factor)| {
            sum.checked_add(self.get(*variable).greatest_times(i128::from(factor.to_i64()?) * sign)?)
        })
    }

    /// Uses that a form, or its negative for the sign -1, is not negative; whether some range is narrower now, and
    /// `None` if one is empty.
    fn narrow(&mut self, form: &Linear, sign: i128) -> Option<bool> {
        let Some(constant) = form.constant.to_i64() else { return Some(false) };
        let mut sum = i128::from(constant) * sign;
        let mut unbounded = None;
        for (variable, factor) in &form.terms {
            let greatest =
                factor.to_i64().and_then(|it| self.get(*variable).greatest_times(i128::from(it) * sign));
            match greatest.and_then(|it| sum.checked_add(it)) {
                Some(it) => sum = it,
                None if unbounded.is_none() => unbounded = Some(*variable),
                None => return Some(false),
            }
        }
        if unbounded.is_none() && sum < 0 {
            return None;
        }
        let mut is_narrower = false;
        for (variable, factor) in &form.terms {
            let Some(factor) = factor.to_i64().map(|it| i128::from(it) * sign) else { continue };
            let mut range = self.get(*variable);
            let rest = match unbounded {
                Some(it) if it == *variable => Some(sum),
                Some(_) => None,
                None => range.greatest_times(factor).and_then(|it| sum.checked_sub(it)),
            };
            // factor · variable >= needed
            let Some((rest, needed)) = rest.and_then(|it| Some((it, it.checked_neg()?))) else { continue };
            let before = range;
            match factor {
                1.. => {
                    let least = needed.div_euclid(factor) + i128::from(needed.rem_euclid(factor) != 0);
                    range.least = Some(range.least.map_or(least, |it| it.max(least)));
                }
                ..=-1 => {
                    let greatest = rest.div_euclid(-factor);
                    range.greatest = Some(range.greatest.map_or(greatest, |it| it.min(greatest)));
                }
                0 => {}
            }
            if range.is_empty() {
                return None;
            }
            if range != before {
                is_narrower = true;
                match self.0.iter_mut().find(|it| it.0 == *variable) {
                    Some(it) => it.1 = range,
                    None => self.0.push((*variable, range)),
                }
            }
        }
        Some(is_narrower)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use presburger::Integer;
    use proptest::prelude::*;

    fn form(factors: &[i64], constant: i64) -> Linear {
        let sum = Linear::constant(constant);
        factors.iter().enumerate().fold(sum, |sum, (index, factor)| {
            sum.plus(&Linear::variable(Variable::Loop(index)).times(&Integer::from(*factor)))
        })
    }

    fn value(form: &Linear, point: &[i64]) -> i128 {
        let terms = form.terms.iter().map(|(variable, factor)| match variable {
            Variable::Loop(index) => i128::from(factor.to_i64().unwrap()) * i128::from(point[*index]),
            _ => unreachable!(),
        });
        terms.sum::<i128>() + i128::from(form.constant.to_i64().unwrap())
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
        assert!(Ranges::of(&[], &rows).is_none());
    }
}
