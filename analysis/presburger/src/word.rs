//! [`Word`]: a machine word whose overflow ends the attempt to do with words.

use std::cmp::Ordering;
use std::ops::{AddAssign, Neg, SubAssign};

use crate::Integer;
use crate::attempt::overflow;
use crate::matrix::Row;
use crate::number::Number;

/// An integer that fits a word. It is computed with only in an attempt.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Word(i64);

impl Word {
    #[inline]
    fn checked(value: Option<i64>) -> Word {
        match value {
            Some(value) => Word(value),
            None => overflow(),
        }
    }
}

impl From<i64> for Word {
    #[inline]
    fn from(value: i64) -> Word {
        Word(value)
    }
}

impl From<Word> for Integer {
    #[inline]
    fn from(value: Word) -> Integer {
        Integer::from(value.0)
    }
}

impl Neg for Word {
    type Output = Word;

    #[inline]
    fn neg(self) -> Word {
        Word::checked(self.0.checked_neg())
    }
}

impl AddAssign<&Word> for Word {
    #[inline]
    fn add_assign(&mut self, other: &Word) {
        *self = self.plus(other);
    }
}

impl SubAssign<&Word> for Word {
    #[inline]
    fn sub_assign(&mut self, other: &Word) {
        *self = self.minus(other);
    }
}

impl Number for Word {
    const ZERO: Word = Word(0);
    const ONE: Word = Word(1);

    #[inline]
    fn of(value: &Integer) -> Word {
        Word::checked(value.to_i64())
    }

    #[inline]
    fn to_i64(&self) -> Option<i64> {
        Some(self.0)
    }

    #[inline]
    fn signum(&self) -> i32 {
        self.0.signum() as i32
    }

    #[inline]
    fn is_unit(&self) -> bool {
        matches!(self.0, 1 | -1)
    }

    #[inline]
    fn is_negation_of(&self, other: &Word) -> bool {
        self.0.checked_add(other.0) == Some(0)
    }

    #[inline]
    fn plus(&self, other: &Word) -> Word {
        Word::checked(self.0.checked_add(other.0))
    }

    #[inline]
    fn minus(&self, other: &Word) -> Word {
        Word::checked(self.0.checked_sub(other.0))
    }

    #[inline]
    fn times(&self, other: &Word) -> Word {
        Word::checked(self.0.checked_mul(other.0))
    }

    #[inline]
    fn negated(&self) -> Word {
        -*self
    }

    fn gcd(&self, other: &Word) -> Word {
        let (mut a, mut b) = (self.0.unsigned_abs(), other.0.unsigned_abs());
        if a == 1 || b == 1 {
            return Word::ONE;
        }
        while b != 0 {
            (a, b) = (b, a % b);
        }
        Word::checked(i64::try_from(a).ok())
    }

    #[inline]
    fn floor_div(&self, divisor: &Word) -> Word {
        let (a, b) = (self.0, divisor.0);
        let Word(quotient) = Word::checked(a.checked_div(b));
        let is_inexact = quotient.wrapping_mul(b) != a;
        Word(quotient - i64::from(is_inexact && ((a < 0) != (b < 0))))
    }

    #[inline]
    fn is_multiple_of(&self, divisor: &Word) -> bool {
        divisor.is_unit() || Word::checked(self.0.checked_rem(divisor.0)).is_zero()
    }

    #[inline]
    fn add_product(&mut self, a: &Word, b: &Word) {
        *self = Word::checked(a.0.checked_mul(b.0).and_then(|product| self.0.checked_add(product)));
    }

    #[inline]
    fn cross_quotient(a: &Word, b: &Word, c: &Word, d: &Word, divisor: &Word) -> Word {
        let product = |a: &Word, b: &Word| i128::from(a.0) * i128::from(b.0);
        let Some(difference) = product(a, b).checked_sub(product(c, d)) else { overflow() };
        // A division of double words costs many times as much.
        let quotient = match i64::try_from(difference) {
            Ok(difference) if divisor.0 == 1 => Some(difference),
            Ok(difference) => difference.checked_div(divisor.0),
            Err(_) => difference.checked_div(i128::from(divisor.0)).and_then(|it| i64::try_from(it).ok()),
        };
        Word::checked(quotient)
    }

    #[inline]
    fn compare_products(a: &Word, b: &Word, c: &Word, d: &Word) -> Ordering {
        (i128::from(a.0) * i128::from(b.0)).cmp(&(i128::from(c.0) * i128::from(d.0)))
    }

    #[inline]
    fn to_row(row: &[Word]) -> Row<Word> {
        Row::from_slice(row)
    }

    #[inline]
    fn cost(&self) -> u64 {
        1
    }
}
