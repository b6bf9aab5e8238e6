//! Numbers that the machine does not know: what becomes of them is said by somebody else.
//!
//! A machine with a domain executes symbolically (King, "Symbolic execution and program testing", CACM 1976): numbers
//! may be terms, operations on them make terms, and only the domain knows what a term stands for.

use super::fault::{Cause, unsupported};
use super::program::Operation;
use super::value::Scalar;

/// Operations of affine expressions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Operator {
    Add,
    Subtract,
    Multiply,
    /// Of a dividend by a positive divisor, as the two below.
    Mod,
    FloorDiv,
    CeilDiv,
}

/// What gives terms their meaning.
pub trait Domain {
    /// The result of an operation on numbers of which none is poison.
    fn apply(&mut self, op: &Operation, inputs: &[Scalar]) -> Result<Scalar, Cause>;

    /// One lane of a result of an operation of which no more is known than that it is a function of all the lanes of
    /// its operands.
    fn opaque(
        &mut self,
        op: &Operation,
        inputs: &[Scalar],
        result: usize,
        lane: usize,
    ) -> Result<Scalar, Cause>;

    /// What there is outside of the program after an operation of which nothing is known but what it has been given; among
    /// that may be what nobody has written.
    fn effect(&mut self, op: &Operation, inputs: &[Scalar]) -> Result<Scalar, Cause>;

    /// Numbers combined in an order that nobody has said, by `arith.addf` or `arith.mulf`.
    fn reduce(&mut self, op: &Operation, values: &[Scalar]) -> Result<Scalar, Cause>;

    /// One of two numbers, by a condition that is no number.
    fn select(
        &mut self,
        op: &Operation,
        condition: Scalar,
        then: Scalar,
        otherwise: Scalar,
    ) -> Result<Scalar, Cause>;

    /// The number that a term is from here on.
    fn pin(&mut self, term: u32) -> Result<i64, Cause>;

    /// Whether a term is below 0, here and for all that runs as this run does.
    fn is_negative(&mut self, term: u32) -> Result<bool, Cause>;

    /// Whether the domain can say which number a term is in this run.
    fn is_decidable(&self, term: u32) -> bool;

    /// The value of an affine operation.
    fn affine(&mut self, operator: Operator, left: Scalar, right: Scalar) -> Result<Scalar, Cause>;

    /// What runs until [`Domain::leave`] runs only where the condition holds, or does not.
    fn enter(&mut self, condition: Scalar, holds: bool);

    fn leave(&mut self);

    /// Whether runs are for all values of the symbols at once: then what follows is asked for.
    fn has_regions(&self) -> bool {
        false
    }

    /// What runs until [`Domain::widen`] runs only where all of these are below 0, of what runs now. `false` where that is
    /// nowhere; then nothing is to be widened.
    fn narrow(&mut self, _negative: &[Scalar]) -> Result<bool, Cause> {
        unsupported("regions")
    }

    fn widen(&mut self) {}

    /// The least and the greatest value of a term in the region; `None` where there is no such bound.
    fn range(&self, _term: u32) -> (Option<i64>, Option<i64>) {
        (None, None)
    }

    /// The number as the region shows it.
    fn here(&mut self, value: Scalar) -> Scalar {
        value
    }

    /// The first in the region, the second elsewhere.
    fn guarded(&mut self, _here: Scalar, _elsewhere: Scalar) -> Result<Scalar, Cause> {
        unsupported("regions")
    }

    /// Leaves the region out of account from here on, where what runs is undefined; `false` where that is not allowed.
    fn exclude(&mut self) -> bool {
        false
    }

    /// Whether what runs now runs for all values that are of account.
    fn is_everywhere(&self) -> bool {
        true
    }

    /// Whether nothing is left of the region.
    fn is_nowhere(&self) -> bool {
        false
    }
}
