//! Symbolic numbers: a domain outside of the machine computes with them.
//!
//! A machine with a domain executes symbolically (King, "Symbolic execution and program testing", CACM 1976): numbers
//! may be terms, operations on them make terms, and only the domain knows what a term stands for.

use super::affine_map::Operator;
use super::fault::{Cause, unsupported};
use super::program::Operation;
use super::scalar::Scalar;

/// Gives terms their meaning.
pub trait Domain {
    /// The result of an operation on numbers, none of which is poison.
    fn apply(&mut self, op: &Operation, inputs: &[Scalar]) -> Result<Scalar, Cause>;

    /// One lane of a result of an opaque operation, which is a function of all the lanes of
    /// its operands.
    fn opaque(
        &mut self,
        op: &Operation,
        inputs: &[Scalar],
        result: usize,
        lane: usize,
    ) -> Result<Scalar, Cause>;

    /// The state of the outside world after an unknown operation with these inputs, which may include uninitialized
    /// numbers.
    fn effect(&mut self, op: &Operation, inputs: &[Scalar]) -> Result<Scalar, Cause>;

    /// Numbers combined in an unspecified order, by `arith.addf` or `arith.mulf`.
    fn reduce(&mut self, op: &Operation, values: &[Scalar]) -> Result<Scalar, Cause>;

    /// One of two numbers, by a condition that is not a number.
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

    /// Until [`Domain::leave`], everything runs only where the condition holds, or does not.
    fn enter(&mut self, condition: Scalar, holds: bool);

    fn leave(&mut self);

    /// Whether runs are for all values of the symbols at once: then what follows is asked for.
    fn has_regions(&self) -> bool {
        false
    }

    /// Until [`Domain::widen`], everything runs only in the part of the current region where all of these are below 0.
    /// `false` where that part is empty; then there is nothing to widen.
    fn narrow(&mut self, _negative: &[Scalar]) -> Result<bool, Cause> {
        unsupported("regions")
    }

    fn widen(&mut self) {}

    /// The least and the greatest value of a term in the region; `None` where there is no such bound.
    fn range(&self, _term: u32) -> (Option<i64>, Option<i64>) {
        (None, None)
    }

    /// The number restricted to the region.
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
