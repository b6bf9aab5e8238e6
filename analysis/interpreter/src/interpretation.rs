//! Another interpretation of numbers and memory, for judges of two programs that need to see more than their results.

use std::rc::Rc;

use super::program::Operation;
use super::scalar::Scalar;
use super::types::Element;

/// Replaces what a machine computes, and observes its accesses.
pub trait Interpretation {
    /// The result of an operation on numbers, none of which is poison or a term; `None` for the real result.
    fn compute(&mut self, _op: &Operation, _inputs: &[Scalar]) -> Option<Scalar> {
        None
    }

    /// The content of an element of a buffer of that shape after a store; cells are numbered in row-major order.
    fn store(&mut self, _shape: &Rc<[i64]>, _cell: usize, number: Scalar) -> Scalar {
        number
    }

    /// The content of an uninitialized element of a buffer of these sizes.
    fn unwritten(&self, _sizes: &[i64], _cell: i64, _element: Element) -> Scalar {
        Scalar::Poison
    }

    /// A cell of a buffer is read or written.
    fn touch(&mut self, _buffer: usize, _cell: usize) {}
}
