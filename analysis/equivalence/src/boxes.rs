//! Boxes of symbols: an interval for each. What is left of all values when boxes are taken away is boxes again, so that
//! a cover of all values is exact and cheap.

use crate::path::Form;
use smallvec::{SmallVec, smallvec};

/// From the least to the greatest value, both included; `None` where there is no end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Interval {
    pub(crate) low: Option<i64>,
    pub(crate) high: Option<i64>,
}

impl Interval {
    pub(crate) const ALL: Interval = Interval { low: None, high: None };

    pub(crate) fn of(value: i64) -> Interval {
        Interval { low: Some(value), high: Some(value) }
    }

    pub(crate) fn contains(self, value: i64) -> bool {
        self.low.is_none_or(|it| it <= value) && self.high.is_none_or(|it| value <= it)
    }

    pub(crate) fn intersection(self, other: Interval) -> Interval {
        let low = self.low.max(other.low);
        let high = match (self.high, other.high) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        };
        Interval { low, high }
    }

    fn is_empty(self) -> bool {
        matches!((self.low, self.high), (Some(low), Some(high)) if low > high)
    }

    /// The sums of two values; no end where it does not fit.
    pub(crate) fn plus(self, other: Interval) -> Interval {
        let sum = |one: Option<i64>, other: Option<i64>| one?.checked_add(other?);
        Interval { low: sum(self.low, other.low), high: sum(self.high, other.high) }
    }

    pub(crate) fn times(self, factor: i64) -> Interval {
        let product = |it: Option<i64>| it?.checked_mul(factor);
        let (low, high) = (product(self.low), product(self.high));
        if factor < 0 { Interval { low: high, high: low } } else { Interval { low, high } }
    }

    /// The values divided by a positive number, rounded down.
    pub(crate) fn floor_divided(self, divisor: i64) -> Interval {
        let quotient = |it: Option<i64>| it?.checked_div_euclid(divisor);
        Interval { low: quotient(self.low), high: quotient(self.high) }
    }

    /// The value with the least magnitude.
    fn nearest_to_zero(self) -> i64 {
        match (self.low, self.high) {
            (Some(low), _) if low > 0 => low,
            (_, Some(high)) if high < 0 => high,
            _ => 0,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct SymbolBox(pub(crate) SmallVec<[Interval; 4]>);

impl SymbolBox {
    pub(crate) fn all(symbols: usize) -> SymbolBox {
        SymbolBox(smallvec![Interval::ALL; symbols])
    }

    pub(crate) fn nothing(symbols: usize) -> SymbolBox {
        SymbolBox(smallvec![Interval { low: Some(1), high: Some(0) }; symbols])
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().any(|it| it.is_empty())
    }

    /// The intersection of two boxes; `None` where it is empty.
    pub(crate) fn intersection(&self, other: &SymbolBox) -> Option<SymbolBox> {
        let found =
            SymbolBox(self.0.iter().zip(&other.0).map(|(one, other)| one.intersection(*other)).collect());
        (!found.is_empty()).then_some(found)
    }

    /// Whether the two share something.
    pub(crate) fn meets(&self, other: &SymbolBox) -> bool {
        !self.0.iter().zip(&other.0).any(|(one, other)| one.intersection(*other).is_empty())
    }

    /// Whether a box that is not empty lies in another.
    pub(crate) fn is_within(&self, outer: &SymbolBox) -> bool {
        self.0.iter().zip(&outer.0).all(|(own, outer)| own.intersection(*outer) == *own)
    }

    pub(crate) fn contains(&self, point: &[i64]) -> bool {
        self.0.iter().zip(point).all(|(interval, value)| interval.contains(*value))
    }

    pub(crate) fn nearest_to_zero(&self) -> Vec<i64> {
        self.0.iter().map(|it| it.nearest_to_zero()).collect()
    }

    /// A box around a point of this one on which all conditions hold, as large in each dimension as the dimensions before
    /// it leave room.
    pub(crate) fn around(&self, point: &[i64], conditions: &[Form]) -> SymbolBox {
        let mut found = SymbolBox(point.iter().map(|it| Interval::of(*it)).collect());
        for dim in 0..point.len() {
            let mut interval = self.0.get(dim).copied().unwrap_or(Interval::ALL);
            for form in conditions {
                let factor = i128::from(form[dim]);
                if factor == 0 {
                    continue;
                }
                // Without the dimension the form is at least this on the box; without a least, the box stays as it is.
                let bound = found.least_without(form, dim).and_then(|rest| {
                    let bound = if factor > 0 { -rest.div_euclid(factor) } else { rest.div_euclid(-factor) };
                    i64::try_from(bound).ok()
                });
                let bound = bound.unwrap_or(point[dim]);
                if factor > 0 {
                    interval.low = Some(interval.low.map_or(bound, |it| it.max(bound)));
                } else {
                    interval.high = Some(interval.high.map_or(bound, |it| it.min(bound)));
                }
            }
            found.0[dim] = interval;
        }
        found
    }

    fn least_without(&self, form: &[i64], dim: usize) -> Option<i128> {
        let mut least = i128::from(*form.last()?);
        for (other, (interval, factor)) in self.0.iter().zip(form).enumerate() {
            if other == dim || *factor == 0 {
                continue;
            }
            let end = if *factor > 0 { interval.low? } else { interval.high? };
            least = least.checked_add(i128::from(*factor) * i128::from(end))?;
        }
        Some(least)
    }

    /// The difference to a box inside this one, as disjoint boxes.
    pub(crate) fn without(&self, inner: &SymbolBox) -> Vec<SymbolBox> {
        let mut rest = self.clone();
        let mut found = Vec::new();
        for dim in 0..self.0.len() {
            let (outer, inner) = (rest.0[dim], inner.0[dim]);
            if let Some(low) = inner.low
                && outer.low.is_none_or(|it| it < low)
            {
                let mut below = rest.clone();
                below.0[dim].high = Some(low.saturating_sub(1));
                found.push(below);
            }
            if let Some(high) = inner.high
                && outer.high.is_none_or(|it| it > high)
            {
                let mut above = rest.clone();
                above.0[dim].low = Some(high.saturating_add(1));
                found.push(above);
            }
            rest.0[dim] = inner;
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn interval(low: i64, high: i64) -> Interval {
        Interval { low: Some(low), high: Some(high) }
    }

    #[test]
    fn a_box_and_the_rest_are_the_whole() {
        let outer = SymbolBox(smallvec![interval(-3, 4), interval(0, 5)]);
        let inner = SymbolBox(smallvec![interval(-1, 2), interval(3, 5)]);
        let rest = outer.without(&inner);
        for x in -4..6 {
            for y in -1..7 {
                let point = [x, y];
                let times = rest.iter().chain([&inner]).filter(|it| it.contains(&point)).count();
                assert_eq!(times, usize::from(outer.contains(&point)), "{point:?}");
            }
        }
    }

    #[test]
    fn conditions_hold_on_the_box_around_a_point() {
        let all = SymbolBox(smallvec![Interval::ALL; 2]);
        // x >= 2, 3x - 2y + 1 >= 0, 10 - x - y >= 0
        let conditions: Vec<Form> = [[1, 0, -2], [3, -2, 1], [-1, -1, 10]].map(|it| it.into()).to_vec();
        let holds = |x: i64, y: i64| x >= 2 && 3 * x - 2 * y + 1 >= 0 && 10 - x - y >= 0;
        let found = all.around(&[4, 3], &conditions);
        assert!(found.contains(&[4, 3]) && found != SymbolBox(smallvec![interval(4, 4), interval(3, 3)]));
        for x in -30..30 {
            for y in -30..30 {
                assert!(!found.contains(&[x, y]) || holds(x, y), "{x} {y} in {found:?}");
            }
        }
    }
}
