//! The integer points of a polygon: a sum over one coordinate of the lengths of intervals, in closed form.
//!
//! Between the coordinates where two rows cross, one row bounds the other coordinate above and one below; there the sum is one
//! of rounded linear functions, which the Euclidean algorithm finds (Graham, Knuth and Patashnik, *Concrete Mathematics*, 1989,
//! section 3.5; Beck and Robins, *Computing the Continuous Discretely*, 2007, chapter 8).

use std::collections::BTreeSet;

use crate::Integer;
use crate::interrupt::{Budget, GaveUp};
use crate::matrix::Matrix;

/// `floor((slope * x + constant) / divisor)`, with a positive divisor.
#[derive(Clone, Debug)]
struct Rounded {
    slope: Integer,
    constant: Integer,
    divisor: Integer,
}

/// The number of integer points of a bounded system of two variables, where the first takes at most the `values` values from `least` on.
pub(super) fn points(
    inequalities: &Matrix,
    least: &Integer,
    values: &Integer,
    budget: &Budget<'_>,
) -> Result<Integer, GaveUp> {
    // y <= floor(upper), and -y <= floor(lower).
    let mut upper: Vec<Rounded> = Vec::new();
    let mut lower: Vec<Rounded> = Vec::new();
    for row in inequalities.iter() {
        let [slope, other, constant] = row else { continue };
        let side = match other.signum() {
            0 => continue,
            1 => &mut lower,
            _ => &mut upper,
        };
        side.push(Rounded { slope: slope.clone(), constant: constant.clone(), divisor: other.abs() });
    }
    let end = least + values;
    let starts = segment_starts(&upper, &lower, least, &end, budget)?;
    let mut sum = Integer::ZERO;
    let ends = starts.iter().skip(1).chain([&end]);
    for (start, end) in starts.iter().zip(ends) {
        budget.spend((upper.len() + lower.len()) as u64)?;
        let last = end - &Integer::ONE;
        let (Some(above), Some(below)) = (least_on(&upper, start, &last), least_on(&lower, start, &last))
        else {
            return Ok(Integer::ZERO);
        };
        if crossing_sign(above, below, start) < 0 {
            continue;
        }
        let length = end - start;
        let points = above.sum(start, &length, budget)? + below.sum(start, &length, budget)? + &length;
        sum += &points;
    }
    Ok(sum)
}

/// The first integers of pieces of the interval on which no two rows cross, but for pieces of one integer.
fn segment_starts(
    upper: &[Rounded],
    lower: &[Rounded],
    least: &Integer,
    end: &Integer,
    budget: &Budget<'_>,
) -> Result<BTreeSet<Integer>, GaveUp> {
    let mut starts = BTreeSet::from([least.clone()]);
    let mut cut = |numerator: Integer, denominator: Integer| {
        if denominator.is_zero() {
            return;
        }
        let (numerator, denominator) =
            if denominator.is_negative() { (-numerator, -denominator) } else { (numerator, denominator) };
        let at = numerator.floor_div(&denominator);
        let after = &at + &Integer::ONE;
        starts.extend([at, after].into_iter().filter(|it| least < it && it < end));
    };
    for side in [upper, lower] {
        for (index, a) in side.iter().enumerate() {
            budget.spend(side.len() as u64)?;
            for b in side.iter().take(index) {
                // (p x + c) / d = (q x + e) / f
                cut(
                    &b.constant * &a.divisor - &a.constant * &b.divisor,
                    &a.slope * &b.divisor - &b.slope * &a.divisor,
                );
            }
        }
    }
    for a in upper {
        budget.spend(lower.len() as u64)?;
        for b in lower {
            // (p x + c) / d = -(q x + e) / f
            cut(
                -(&b.constant * &a.divisor + &a.constant * &b.divisor),
                &a.slope * &b.divisor + &b.slope * &a.divisor,
            );
        }
    }
    Ok(starts)
}

/// The function that is nowhere above another between two integers, where none cross.
fn least_on<'a>(side: &'a [Rounded], first: &Integer, last: &Integer) -> Option<&'a Rounded> {
    let middle = first + last;
    // Of functions that do not cross, the least at twice the middle of the interval is the least on it.
    side.iter().min_by(|a, b| a.compare_at_half(b, &middle))
}

/// The sign of the sum of two functions, unrounded.
fn crossing_sign(above: &Rounded, below: &Rounded, x: &Integer) -> i32 {
    let (a, b) = (above.numerator(x), below.numerator(x));
    (&a * &below.divisor + &b * &above.divisor).signum()
}

impl Rounded {
    fn numerator(&self, x: &Integer) -> Integer {
        &self.slope * x + &self.constant
    }

    /// Compares the values, unrounded, at half of `twice`.
    fn compare_at_half(&self, other: &Rounded, twice: &Integer) -> std::cmp::Ordering {
        let doubled = |it: &Rounded| &it.slope * twice + &it.constant + &it.constant;
        (doubled(self) * &other.divisor).cmp(&(doubled(other) * &self.divisor))
    }

    /// The sum over `length` integers from `start` on.
    fn sum(&self, start: &Integer, length: &Integer, budget: &Budget<'_>) -> Result<Integer, GaveUp> {
        floor_sum(length.clone(), self.slope.clone(), self.numerator(start), self.divisor.clone(), budget)
    }
}

/// `floor((a k + b) / m)`, summed over k from 0 to below n; m is positive, n not negative.
fn floor_sum(
    mut n: Integer,
    mut a: Integer,
    mut b: Integer,
    mut m: Integer,
    budget: &Budget<'_>,
) -> Result<Integer, GaveUp> {
    let (two, one) = (Integer::from(2), Integer::ONE);
    let mut sum = Integer::ZERO;
    let mut is_negative = false;
    // Invariant: the answer is `sum`, plus or minus what is asked for the present numbers.
    loop {
        budget.spend(4 * (a.cost() + b.cost() + n.cost()))?;
        let quotients = (a.floor_div(&m), b.floor_div(&m));
        let triangle = (&n * &(&n - &one)).floor_div(&two);
        let whole = &quotients.0 * &triangle + &quotients.1 * &n;
        if is_negative {
            sum -= &whole;
        } else {
            sum += &whole;
        }
        (a, b) = (a.modulo(&m), b.modulo(&m));
        // The greatest value that is left, of k = n - 1.
        let top = (&a * &(&n - &one) + &b).floor_div(&m);
        if n.is_zero() || top.is_zero() {
            return Ok(sum);
        }
        // Columns become rows: each value v from 1 to the top is reached from k = ceil((m v - b) / a) on.
        let all = &n * &top;
        if is_negative {
            sum -= &all;
        } else {
            sum += &all;
        }
        // sum over v in 1..=top of ceil((m v - b) / a) = sum over j in 0..top of floor((m j + m - b + a - 1) / a)
        let next_b = &(&m - &b) + &(&a - &one);
        (n, a, b, m) = (top, m, next_b, a);
        is_negative = !is_negative;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_of_rounded_functions() {
        let budget = Budget::unlimited();
        for (n, a, b, m) in [(0, 3, 1, 2), (1, -7, 5, 3), (10, 3, -4, 7), (25, -11, 100, 6), (40, 13, 5, 13)]
        {
            let expected: i64 = (0..n).map(|k: i64| (a * k + b).div_euclid(m)).sum();
            let found = floor_sum(n.into(), a.into(), b.into(), m.into(), &budget);
            assert_eq!(found, Ok(Integer::from(expected)), "{n} {a} {b} {m}");
        }
    }
}
