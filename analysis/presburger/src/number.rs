//! [`Number`]: what the algorithms ask of integers. Those are words first, and of any size where words do not suffice.

use std::cmp::Ordering;
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{AddAssign, Neg, SubAssign};

use crate::Integer;
use crate::matrix::Row;

/// An integer. Operations either are exact or end the attempt (`overflow`).
///
/// Its module is private, so the trait is not part of the crate's interface.
pub trait Number:
    Clone
    + Debug
    + Default
    + Hash
    + Ord
    + From<i64>
    + Into<Integer>
    + 'static
    + Neg<Output = Self>
    + for<'a> AddAssign<&'a Self>
    + for<'a> SubAssign<&'a Self>
{
    const ZERO: Self;
    const ONE: Self;

    /// The same number.
    fn of(value: &Integer) -> Self;

    /// The value as a word, if it fits.
    fn to_i64(&self) -> Option<i64>;

    /// −1, 0 or 1.
    fn signum(&self) -> i32;

    /// Whether the value is 1 or −1.
    fn is_unit(&self) -> bool;

    /// Whether `self + other` is zero.
    fn is_negation_of(&self, other: &Self) -> bool;

    fn plus(&self, other: &Self) -> Self;

    fn minus(&self, other: &Self) -> Self;

    fn times(&self, other: &Self) -> Self;

    fn negated(&self) -> Self;

    /// The greatest common divisor, which is never negative; `gcd(0, 0)` is 0.
    fn gcd(&self, other: &Self) -> Self;

    /// The quotient rounded towards minus infinity. The divisor must not be zero.
    fn floor_div(&self, divisor: &Self) -> Self;

    /// Whether `self` is a multiple of `divisor`, which must not be zero.
    fn is_multiple_of(&self, divisor: &Self) -> bool;

    /// `self += a * b`.
    fn add_product(&mut self, a: &Self, b: &Self);

    /// `(a * b - c * d) / divisor`, which must be without remainder.
    fn cross_quotient(a: &Self, b: &Self, c: &Self, d: &Self, divisor: &Self) -> Self;

    /// Compares `a * b` with `c * d`.
    fn compare_products(a: &Self, b: &Self, c: &Self, d: &Self) -> Ordering;

    /// The cost of arithmetic with the value, in operations on words.
    fn cost(&self) -> u64;

    /// A copy of a row.
    fn to_row(row: &[Self]) -> Row<Self> {
        row.iter().cloned().collect()
    }

    #[inline]
    fn is_zero(&self) -> bool {
        self.signum() == 0
    }

    #[inline]
    fn is_one(&self) -> bool {
        *self == Self::ONE
    }

    #[inline]
    fn is_positive(&self) -> bool {
        self.signum() > 0
    }

    #[inline]
    fn is_negative(&self) -> bool {
        self.signum() < 0
    }

    /// The absolute value.
    #[inline]
    fn abs(&self) -> Self {
        if self.is_negative() { self.negated() } else { self.clone() }
    }

    /// The quotient rounded towards plus infinity. The divisor must not be zero.
    fn ceil_div(&self, divisor: &Self) -> Self {
        -self.negated().floor_div(divisor)
    }

    /// The quotient rounded to a nearest integer. The divisor must not be zero.
    fn nearest_div(&self, divisor: &Self) -> Self {
        self.plus(self).plus(divisor).floor_div(&divisor.plus(divisor))
    }
}

impl Number for Integer {
    const ZERO: Integer = Integer::ZERO;
    const ONE: Integer = Integer::ONE;

    #[inline]
    fn of(value: &Integer) -> Integer {
        value.clone()
    }

    #[inline]
    fn to_i64(&self) -> Option<i64> {
        Integer::to_i64(self)
    }

    #[inline]
    fn signum(&self) -> i32 {
        Integer::signum(self)
    }

    #[inline]
    fn is_unit(&self) -> bool {
        Integer::is_unit(self)
    }

    #[inline]
    fn is_negation_of(&self, other: &Integer) -> bool {
        Integer::is_negation_of(self, other)
    }

    #[inline]
    fn plus(&self, other: &Integer) -> Integer {
        self + other
    }

    #[inline]
    fn minus(&self, other: &Integer) -> Integer {
        self - other
    }

    #[inline]
    fn times(&self, other: &Integer) -> Integer {
        self * other
    }

    #[inline]
    fn negated(&self) -> Integer {
        -self
    }

    #[inline]
    fn gcd(&self, other: &Integer) -> Integer {
        Integer::gcd(self, other)
    }

    #[inline]
    fn floor_div(&self, divisor: &Integer) -> Integer {
        Integer::floor_div(self, divisor)
    }

    #[inline]
    fn is_multiple_of(&self, divisor: &Integer) -> bool {
        Integer::is_multiple_of(self, divisor)
    }

    #[inline]
    fn add_product(&mut self, a: &Integer, b: &Integer) {
        Integer::add_product(self, a, b);
    }

    #[inline]
    fn cross_quotient(a: &Integer, b: &Integer, c: &Integer, d: &Integer, divisor: &Integer) -> Integer {
        Integer::cross_quotient(a, b, c, d, divisor)
    }

    #[inline]
    fn compare_products(a: &Integer, b: &Integer, c: &Integer, d: &Integer) -> Ordering {
        (a * b).cmp(&(c * d))
    }

    #[inline]
    fn cost(&self) -> u64 {
        Integer::cost(self)
    }
}
