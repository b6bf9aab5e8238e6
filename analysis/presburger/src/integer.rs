//! [`Integer`]: a machine word that grows into a big integer instead of overflowing.
//!
//! Coefficients of compiler problems nearly always fit a word, so every operation tries the word first and only then allocates.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub, SubAssign};
use std::str::FromStr;

use num_bigint::{BigInt, Sign};
use num_integer::Integer as _;
use num_traits::{Signed, ToPrimitive};

/// An integer without bounds. A value has one representation: a word whenever it fits, so equality and hashes are structural.
#[derive(Clone, PartialEq, Eq)]
pub struct Integer(Value);

#[derive(Clone, PartialEq, Eq)]
enum Value {
    Small(i64),
    Large(Box<BigInt>),
}

use Value::{Large, Small};

impl Integer {
    pub const ZERO: Integer = Integer(Small(0));
    pub const ONE: Integer = Integer(Small(1));
    pub const MINUS_ONE: Integer = Integer(Small(-1));

    /// The value as a word, if it fits.
    #[inline]
    pub fn to_i64(&self) -> Option<i64> {
        match &self.0 {
            Small(value) => Some(*value),
            Large(_) => None,
        }
    }

    /// −1, 0 or 1.
    #[inline]
    pub fn signum(&self) -> i32 {
        match &self.0 {
            Small(value) => value.signum() as i32,
            Large(value) => match value.sign() {
                Sign::Minus => -1,
                Sign::NoSign => 0,
                Sign::Plus => 1,
            },
        }
    }

    #[inline]
    pub fn is_zero(&self) -> bool {
        matches!(self.0, Small(0))
    }

    #[inline]
    pub fn is_one(&self) -> bool {
        matches!(self.0, Small(1))
    }

    #[inline]
    pub fn is_positive(&self) -> bool {
        self.signum() > 0
    }

    #[inline]
    pub fn is_negative(&self) -> bool {
        self.signum() < 0
    }

    /// Whether the value is 1 or −1.
    #[inline]
    pub fn is_unit(&self) -> bool {
        matches!(self.0, Small(1 | -1))
    }

    /// Whether `self + other` is zero.
    #[inline]
    pub(crate) fn is_negation_of(&self, other: &Integer) -> bool {
        match (&self.0, &other.0) {
            (Small(a), Small(b)) => a.checked_add(*b) == Some(0),
            _ => *self == -other,
        }
    }

    /// The absolute value.
    pub fn abs(&self) -> Integer {
        if self.is_negative() { -self } else { self.clone() }
    }

    /// The greatest common divisor, which is never negative; `gcd(0, 0)` is 0.
    pub fn gcd(&self, other: &Integer) -> Integer {
        if let (Small(a), Small(b)) = (&self.0, &other.0) {
            let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
            if a == 1 || b == 1 {
                return Integer::ONE;
            }
            while b != 0 {
                (a, b) = (b, a % b);
            }
            return match i64::try_from(a) {
                Ok(a) => Integer(Small(a)),
                Err(_) => Integer::from_big(BigInt::from(a)),
            };
        }
        Integer::from_big(self.to_big().gcd(&other.to_big()))
    }

    /// The quotient rounded towards minus infinity. The divisor must not be zero.
    #[inline]
    pub fn floor_div(&self, divisor: &Integer) -> Integer {
        debug_assert!(!divisor.is_zero(), "division by zero");
        if let (Small(a), Small(b)) = (&self.0, &divisor.0)
            && let Some(quotient) = a.checked_div(*b)
        {
            let inexact = quotient.wrapping_mul(*b) != *a;
            return Integer(Small(quotient - i64::from(inexact && ((*a < 0) != (*b < 0)))));
        }
        Integer::from_big(self.to_big().div_floor(&divisor.to_big()))
    }

    /// The quotient rounded towards plus infinity. The divisor must not be zero.
    pub fn ceil_div(&self, divisor: &Integer) -> Integer {
        -(-self).floor_div(divisor)
    }

    /// The quotient rounded to a nearest integer. The divisor must not be zero.
    pub(crate) fn nearest_div(&self, divisor: &Integer) -> Integer {
        let twice = divisor + divisor;
        (self + self + divisor).floor_div(&twice)
    }

    /// `self - divisor * floor(self / divisor)`, which has the sign of the divisor. The divisor must not be zero.
    pub fn modulo(&self, divisor: &Integer) -> Integer {
        debug_assert!(!divisor.is_zero(), "division by zero");
        if let (Small(a), Small(b)) = (&self.0, &divisor.0)
            && *b > 0
        {
            return Integer(Small(a.rem_euclid(*b)));
        }
        Integer::from_big(self.to_big().mod_floor(&divisor.to_big()))
    }

    /// Whether `self` is a multiple of `divisor`, which must not be zero.
    pub fn is_multiple_of(&self, divisor: &Integer) -> bool {
        divisor.is_unit() || self.modulo(divisor).is_zero()
    }

    /// `self += a * b`.
    #[inline]
    pub fn add_product(&mut self, a: &Integer, b: &Integer) {
        if let (Small(value), Small(a), Small(b)) = (&self.0, &a.0, &b.0)
            && let Some(product) = a.checked_mul(*b)
            && let Some(sum) = value.checked_add(product)
        {
            self.0 = Small(sum);
            return;
        }
        *self += &(a * b);
    }

    /// `(a * b - c * d) / divisor`, which must be without remainder.
    #[inline]
    pub(crate) fn cross_quotient(
        a: &Integer,
        b: &Integer,
        c: &Integer,
        d: &Integer,
        divisor: &Integer,
    ) -> Integer {
        if let (Small(a), Small(b), Small(c), Small(d), Small(divisor)) = (&a.0, &b.0, &c.0, &d.0, &divisor.0)
            && let Some(difference) =
                (i128::from(*a) * i128::from(*b)).checked_sub(i128::from(*c) * i128::from(*d))
        {
            if let Ok(difference) = i64::try_from(difference) {
                if *divisor == 1 {
                    return Integer(Small(difference));
                }
                if let Some(quotient) = difference.checked_div(*divisor) {
                    return Integer(Small(quotient));
                }
            }
            if let Some(quotient) = difference.checked_div(i128::from(*divisor)) {
                return match i64::try_from(quotient) {
                    Ok(quotient) => Integer(Small(quotient)),
                    Err(_) => Integer(Large(Box::new(BigInt::from(quotient)))),
                };
            }
        }
        (a * b - c * d).floor_div(divisor)
    }

    /// The cost of arithmetic with the value, in operations on words.
    pub(crate) fn cost(&self) -> u64 {
        match &self.0 {
            Small(_) => 1,
            Large(value) => 8 * value.bits().div_ceil(64),
        }
    }

    fn to_big(&self) -> BigInt {
        match &self.0 {
            Small(value) => BigInt::from(*value),
            Large(value) => (**value).clone(),
        }
    }

    fn from_big(value: BigInt) -> Integer {
        match value.to_i64() {
            Some(small) => Integer(Small(small)),
            None => Integer(Large(Box::new(value))),
        }
    }
}

impl Default for Integer {
    fn default() -> Integer {
        Integer::ZERO
    }
}

impl From<i64> for Integer {
    #[inline]
    fn from(value: i64) -> Integer {
        Integer(Small(value))
    }
}

impl From<i32> for Integer {
    #[inline]
    fn from(value: i32) -> Integer {
        Integer(Small(i64::from(value)))
    }
}

impl From<i128> for Integer {
    fn from(value: i128) -> Integer {
        match i64::try_from(value) {
            Ok(value) => Integer(Small(value)),
            Err(_) => Integer(Large(Box::new(BigInt::from(value)))),
        }
    }
}

impl FromStr for Integer {
    type Err = num_bigint::ParseBigIntError;

    /// Reads decimal digits with an optional sign.
    fn from_str(text: &str) -> Result<Integer, Self::Err> {
        match text.parse::<i64>() {
            Ok(value) => Ok(Integer(Small(value))),
            Err(_) => text.parse::<BigInt>().map(Integer::from_big),
        }
    }
}

impl fmt::Display for Integer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Small(value) => value.fmt(f),
            Large(value) => value.fmt(f),
        }
    }
}

impl fmt::Debug for Integer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Hash for Integer {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match &self.0 {
            Small(value) => value.hash(state),
            Large(value) => value.hash(state),
        }
    }
}

impl Ord for Integer {
    #[inline]
    fn cmp(&self, other: &Integer) -> Ordering {
        match (&self.0, &other.0) {
            (Small(a), Small(b)) => a.cmp(b),
            (Small(_), Large(b)) => {
                if b.is_negative() {
                    Ordering::Greater
                } else {
                    Ordering::Less
                }
            }
            (Large(a), Small(_)) => {
                if a.is_negative() {
                    Ordering::Less
                } else {
                    Ordering::Greater
                }
            }
            (Large(a), Large(b)) => a.cmp(b),
        }
    }
}

impl PartialOrd for Integer {
    #[inline]
    fn partial_cmp(&self, other: &Integer) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq<i64> for Integer {
    fn eq(&self, other: &i64) -> bool {
        matches!(self.0, Small(value) if value == *other)
    }
}

impl Neg for &Integer {
    type Output = Integer;

    #[inline]
    fn neg(self) -> Integer {
        match &self.0 {
            Small(value) if *value != i64::MIN => Integer(Small(-value)),
            _ => Integer::from_big(-self.to_big()),
        }
    }
}

impl Neg for Integer {
    type Output = Integer;

    #[inline]
    fn neg(self) -> Integer {
        -&self
    }
}

macro_rules! operator {
    ($Operator:ident, $operator:ident, $Assign:ident, $assign:ident, $checked:ident) => {
        impl $Operator<&Integer> for &Integer {
            type Output = Integer;

            #[inline]
            fn $operator(self, other: &Integer) -> Integer {
                if let (Small(a), Small(b)) = (&self.0, &other.0)
                    && let Some(value) = a.$checked(*b)
                {
                    return Integer(Small(value));
                }
                Integer::from_big(self.to_big().$operator(other.to_big()))
            }
        }

        impl $Operator<Integer> for Integer {
            type Output = Integer;

            #[inline]
            fn $operator(self, other: Integer) -> Integer {
                (&self).$operator(&other)
            }
        }

        impl $Operator<&Integer> for Integer {
            type Output = Integer;

            #[inline]
            fn $operator(self, other: &Integer) -> Integer {
                (&self).$operator(other)
            }
        }

        impl $Operator<Integer> for &Integer {
            type Output = Integer;

            #[inline]
            fn $operator(self, other: Integer) -> Integer {
                self.$operator(&other)
            }
        }

        impl $Assign<&Integer> for Integer {
            #[inline]
            fn $assign(&mut self, other: &Integer) {
                *self = (&*self).$operator(other);
            }
        }
    };
}

operator!(Add, add, AddAssign, add_assign, checked_add);
operator!(Sub, sub, SubAssign, sub_assign, checked_sub);
operator!(Mul, mul, MulAssign, mul_assign, checked_mul);

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn big(value: i128) -> Integer {
        Integer::from(value)
    }

    #[test]
    fn grows_and_shrinks() {
        let max = Integer::from(i64::MAX);
        let more = &max + &Integer::ONE;
        assert_eq!(more.to_i64(), None);
        assert_eq!(more.to_string(), "9223372036854775808");
        assert_eq!(&more - &Integer::ONE, max);
        assert_eq!((-&more).to_i64(), Some(i64::MIN));
        assert_eq!(-Integer::from(i64::MIN), more);
        assert_eq!(Integer::from(i64::MIN).floor_div(&Integer::MINUS_ONE), more);
        assert_eq!(Integer::from(i64::MIN).gcd(&Integer::ZERO), more);
    }

    proptest! {
        #[test]
        fn agrees_with_i128(a in any::<i64>(), b in any::<i64>(), shift in 0u32..63) {
            let (x, y) = (i128::from(a), i128::from(b >> shift));
            let (a, b) = (big(x), big(y));
            prop_assert_eq!(&a + &b, big(x + y));
            prop_assert_eq!(&a - &b, big(x - y));
            prop_assert_eq!(&a * &b, big(x * y));
            prop_assert_eq!(a.cmp(&b), x.cmp(&y));
            if y != 0 {
                let floor = num_integer::div_floor(x, y);
                prop_assert_eq!(a.floor_div(&b), big(floor));
                prop_assert_eq!(a.ceil_div(&b), big(-num_integer::div_floor(-x, y)));
                prop_assert_eq!(a.modulo(&b), big(x - floor * y));
                prop_assert_eq!(Integer::cross_quotient(&a, &b, &big(0), &a, &b), a.clone());
            }
            prop_assert_eq!(a.gcd(&b), big(num_integer::gcd(x, y)));
            prop_assert_eq!((&a * &b).to_string().parse::<Integer>().unwrap(), &a * &b);
        }
    }
}
