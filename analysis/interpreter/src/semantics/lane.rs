//! One lane of an operation.

use super::super::fault::Cause;
use super::super::program::Operation;
use super::super::scalar::Scalar;

/// From the operands' numbers, none of which is poison, to the result's; integers are wrapped by the caller.
pub(crate) type Lane = fn(&Operation, &[Scalar], &mut Exactness) -> Result<Scalar, Cause>;

/// Whether the result of an operation is exact over the reals.
pub struct Exactness(pub(crate) bool);
