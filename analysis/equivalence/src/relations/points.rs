//! The points that a relation leads to from one point, by propagation of bounds on machine words.

use presburger::{Integer, IntegerRelation, Union};

/// Values of one variable that are tried.
const MOST_VALUES: i64 = 4096;

/// A union of relations on machine words.
pub(super) struct Images(Vec<Rows>);

/// The rows of a relation: those that are 0, and those that are not negative.
struct Rows {
    domain: usize,
    range: usize,
    symbols: usize,
    variables: usize,
    equalities: Vec<Box<[i64]>>,
    inequalities: Vec<Box<[i64]>>,
}

/// What propagation leaves.
enum State {
    Empty,
    Solved,
    /// Of each variable the least and the greatest value, as far as they are known.
    Open(Vec<Bounds>),
}

type Bounds = (Option<i64>, Option<i64>);

/// What is known of the first values of a point: these, and that the one after them is below a number.
#[derive(Clone, Copy)]
pub(super) struct Beginning<'a> {
    pub(super) values: &'a [i64],
    pub(super) below: Option<i64>,
}

impl Images {
    /// `None` where a number does not fit.
    pub(super) fn of(union: &Union) -> Option<Images> {
        union.parts().iter().map(Rows::of).collect::<Option<Vec<_>>>().map(Images)
    }

    /// The different points that it leads to. `None` where a variable has no bounds, or `spend` does not allow for so many rows.
    pub(super) fn from(
        &self,
        point: &[i64],
        symbols: &[i64],
        spend: &mut dyn FnMut(usize) -> Option<()>,
    ) -> Option<Vec<Box<[i64]>>> {
        let mut found = Vec::new();
        for rows in &self.0 {
            rows.solve(rows.starting_at(point, symbols)?, &mut found, spend)?;
        }
        Some(found)
    }

    /// As [`Images::from`], the lexicographically greatest point that begins so; `None` within where there is none.
    pub(super) fn greatest(
        &self,
        (point, symbols): (&[i64], &[i64]),
        beginning: Beginning<'_>,
        spend: &mut dyn FnMut(usize) -> Option<()>,
    ) -> Option<Option<Box<[i64]>>> {
        let mut greatest = None;
        for rows in &self.0 {
            let mut values = rows.starting_at(point, symbols)?;
            let range = values.get_mut(rows.domain..rows.domain + rows.range)?;
            range.iter_mut().zip(beginning.values).for_each(|(value, known)| *value = Some(*known));
            let below = beginning.below.map(|it| (rows.domain + beginning.values.len(), it));
            greatest = greatest.max(rows.greatest(values, below, spend)?);
        }
        Some(greatest)
    }
}

impl Rows {
    fn of(relation: &IntegerRelation) -> Option<Rows> {
        let words = |row: &[Integer]| row.iter().map(Integer::to_i64).collect::<Option<Box<[i64]>>>();
        let space = relation.space();
        Some(Rows {
            domain: space.domain,
            range: space.range,
            symbols: space.symbols,
            variables: space.variables(),
            equalities: relation.equalities().map(words).collect::<Option<_>>()?,
            inequalities: relation.inequalities().map(words).collect::<Option<_>>()?,
        })
    }

    /// The values that are known of a point and the symbols.
    fn starting_at(&self, point: &[i64], symbols: &[i64]) -> Option<Vec<Option<i64>>> {
        if self.domain != point.len() || self.symbols != symbols.len() {
            return None;
        }
        let known = point.iter().map(|it| Some(*it));
        let range = std::iter::repeat_n(None, self.range);
        let symbols = symbols.iter().map(|it| Some(*it));
        let mut values: Vec<Option<i64>> = known.chain(range).chain(symbols).collect();
        values.resize(self.variables, None);
        Some(values)
    }

    /// The lexicographically greatest point with these values, where one variable is below a number: as deep as there are variables.
    fn greatest(
        &self,
        mut values: Vec<Option<i64>>,
        below: Option<(usize, i64)>,
        spend: &mut dyn FnMut(usize) -> Option<()>,
    ) -> Option<Option<Box<[i64]>>> {
        match self.propagate(&mut values, below, spend)? {
            State::Empty => Some(None),
            State::Solved => self.image(&values).map(Some),
            State::Open(bounds) => {
                let range = self.domain..self.domain + self.range;
                // Where only quantified variables are left, any of their values will do.
                let all = range.chain(0..values.len());
                let variable = all.into_iter().find(|it| values.get(*it).is_some_and(Option::is_none))?;
                if let (Some(low), Some(high)) = *bounds.get(variable)? {
                    for value in (low..=high).rev() {
                        let mut values = values.clone();
                        *values.get_mut(variable)? = Some(value);
                        if let Some(found) = self.greatest(values, below, spend)? {
                            return Some(Some(found));
                        }
                    }
                    return Some(None);
                }
                // Its bounds depend on what else is not known.
                let (variable, low, high) = narrowest(&bounds)?;
                let mut greatest = None;
                for value in low..=high {
                    let mut values = values.clone();
                    *values.get_mut(variable)? = Some(value);
                    greatest = greatest.max(self.greatest(values, below, spend)?);
                }
                Some(greatest)
            }
        }
    }

    fn image(&self, values: &[Option<i64>]) -> Option<Box<[i64]>> {
        values.get(self.domain..self.domain + self.range)?.iter().copied().collect()
    }

    /// Adds the points with these values: as deep as there are variables.
    fn solve(
        &self,
        mut values: Vec<Option<i64>>,
        found: &mut Vec<Box<[i64]>>,
        spend: &mut dyn FnMut(usize) -> Option<()>,
    ) -> Option<()> {
        match self.propagate(&mut values, None, spend)? {
            State::Empty => {}
            State::Solved => {
                let image = self.image(&values)?;
                if !found.contains(&image) {
                    found.push(image);
                }
            }
            State::Open(bounds) => {
                let (variable, low, high) = narrowest(&bounds)?;
                for value in low..=high {
                    let mut values = values.clone();
                    *values.get_mut(variable)? = Some(value);
                    self.solve(values, found, spend)?;
                }
            }
        }
        Some(())
    }

    /// Fills in what rows with one unknown variable determine.
    fn propagate(
        &self,
        values: &mut [Option<i64>],
        below: Option<(usize, i64)>,
        spend: &mut dyn FnMut(usize) -> Option<()>,
    ) -> Option<State> {
        loop {
            spend(1 + self.equalities.len() + self.inequalities.len())?;
            let mut has_changed = false;
            for row in &self.equalities {
                match rest(row, values)? {
                    (0, None) | (_, Some(Unknown::Several)) => {}
                    (_, None) => return Some(State::Empty),
                    (sum, Some(Unknown::One(variable, factor))) => {
                        if sum.checked_rem(factor)? != 0 {
                            return Some(State::Empty);
                        }
                        *values.get_mut(variable)? = Some(sum.checked_div(factor)?.checked_neg()?);
                        has_changed = true;
                    }
                }
            }
            let mut bounds: Vec<Bounds> = vec![(None, None); values.len()];
            if let Some((variable, limit)) = below {
                match *values.get(variable)? {
                    Some(value) if value >= limit => return Some(State::Empty),
                    Some(_) => {}
                    None => bounds.get_mut(variable)?.1 = limit.checked_sub(1),
                }
            }
            for row in &self.inequalities {
                match rest(row, values)? {
                    (sum, None) if sum < 0 => return Some(State::Empty),
                    (_, None | Some(Unknown::Several)) => {}
                    (sum, Some(Unknown::One(variable, factor))) => {
                        let (low, high) = bounds.get_mut(variable)?;
                        // factor * value >= -sum
                        let quotient = sum.checked_div_euclid(factor.checked_abs()?)?;
                        if factor > 0 {
                            *low = (*low).max(Some(quotient.checked_neg()?));
                        } else {
                            *high = Some(high.map_or(quotient, |it| it.min(quotient)));
                        }
                    }
                }
            }
            for (value, bounds) in values.iter_mut().zip(&bounds) {
                match bounds {
                    (Some(low), Some(high)) if low > high => return Some(State::Empty),
                    (Some(low), Some(high)) if low == high => {
                        *value = Some(*low);
                        has_changed = true;
                    }
                    _ => {}
                }
            }
            if !has_changed {
                let is_solved = values.iter().all(Option::is_some);
                return Some(if is_solved { State::Solved } else { State::Open(bounds) });
            }
        }
    }
}

/// The variable with the fewest values, and its bounds; `None` where there are too many.
fn narrowest(bounds: &[Bounds]) -> Option<(usize, i64, i64)> {
    let known = bounds.iter().enumerate().filter_map(|(at, it)| Some((at, it.0?, it.1?)));
    let narrowest = known.min_by_key(|it| it.2.saturating_sub(it.1))?;
    (narrowest.2.checked_sub(narrowest.1)? < MOST_VALUES).then_some(narrowest)
}

enum Unknown {
    /// A variable and its factor.
    One(usize, i64),
    Several,
}

/// The sum of what is known of a row, and what is not.
fn rest(row: &[i64], values: &[Option<i64>]) -> Option<(i64, Option<Unknown>)> {
    let (constant, factors) = row.split_last()?;
    let mut sum = *constant;
    let mut unknown = None;
    for (variable, (factor, value)) in factors.iter().zip(values).enumerate().filter(|it| *it.1.0 != 0) {
        match (value, &unknown) {
            (Some(value), _) => sum = sum.checked_add(factor.checked_mul(*value)?)?,
            (None, None) => unknown = Some(Unknown::One(variable, *factor)),
            (None, Some(_)) => return Some((sum, Some(Unknown::Several))),
        }
    }
    Some((sum, unknown))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn images(relation: &str, point: &[i64], symbols: &[i64]) -> Option<Vec<Vec<i64>>> {
        let union = Union::parse(relation).unwrap();
        let found = Images::of(&union)?.from(point, symbols, &mut |_| Some(()))?;
        Some(found.into_iter().map(Vec::from).collect())
    }

    #[test]
    fn the_greatest_point_is_found() {
        let last = |relation: &str, point: &[i64], values: &[i64], below: Option<i64>| {
            let images = Images::of(&Union::parse(relation).unwrap())?;
            let found = images.greatest((point, &[]), Beginning { values, below }, &mut |_| Some(()))?;
            Some(found.map(Vec::from))
        };
        let box_of_sums = "{ [s] -> [i, j] : 0 <= i and i <= 9 and 0 <= j and j <= 9 and i + j = s }";
        assert_eq!(last(box_of_sums, &[12], &[], None), Some(Some(vec![9, 3])));
        assert_eq!(last(box_of_sums, &[12], &[], Some(5)), Some(Some(vec![4, 8])));
        assert_eq!(last(box_of_sums, &[12], &[2], None), Some(None));
        assert_eq!(last(box_of_sums, &[12], &[4], Some(8)), Some(None));
        assert_eq!(last(box_of_sums, &[12], &[4], Some(9)), Some(Some(vec![4, 8])));
        let even = "{ [s] -> [i] : exists q : i = 2 q and 0 <= i and i <= s }";
        assert_eq!(last(even, &[7], &[], None), Some(Some(vec![6])));
        assert_eq!(last("{ [s] -> [i] : i >= s }", &[7], &[], None), None);
        // The bounds of the tile are known once that of the other variable is.
        let tile = "{ [s] -> [t, l] : exists q : t = 4 q and t + l = s and 0 <= l and l <= 7 }";
        assert_eq!(last(tile, &[13], &[], None), Some(Some(vec![12, 1])));
        assert_eq!(last(tile, &[13], &[], Some(12)), Some(Some(vec![8, 5])));
    }

    #[test]
    fn points_are_followed() {
        let tiles =
            "{ [i] -> [t, i] : exists q : t = 32 q and t <= i and i <= t + 31 and 0 <= i and i <= 99 }";
        assert_eq!(images(tiles, &[70], &[]), Some(vec![vec![64, 70]]));
        assert_eq!(images(tiles, &[100], &[]), Some(vec![]));
        let below = "[n] -> { [i] -> [j] : 0 <= j and j < i and i + 2 j < n }";
        assert_eq!(images(below, &[3], &[7]), Some(vec![vec![0], vec![1]]));
        assert_eq!(images("{ [i] -> [j] : j <= i }", &[3], &[]), None);
        let even = "{ [i] -> [j] : 2 j = i }";
        assert_eq!(images(even, &[3], &[]), Some(vec![]));
        assert_eq!(images(even, &[-4], &[]), Some(vec![vec![-2]]));
    }
}
