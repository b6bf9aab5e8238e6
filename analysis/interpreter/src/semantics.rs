//! The semantics of operations on numbers, independent of any machine.

mod arith;
mod convert;
mod lane;
mod math;

use super::fault::Cause;
use super::program::Operation;
use super::scalar::{Scalar, wrap};
pub use lane::Exactness;
pub(crate) use lane::Lane;
use syntax::ods::Semantics;

/// The computation of one lane; `None` for operations that do not work lane by lane, and unknown functions.
pub(super) fn lane(semantics: Semantics) -> Option<Lane> {
    match semantics {
        Semantics::Integer(operation) => Some(arith::integers(operation)),
        Semantics::CompareIntegers => Some(arith::compare_integers),
        Semantics::Float(operation) => Some(arith::floats(operation)),
        Semantics::CompareFloats => Some(arith::compare_floats),
        Semantics::Negate => Some(arith::negated),
        Semantics::Cast(cast) => Some(convert::cast(cast)),
        Semantics::Function(function) => math::function(function),
        Semantics::Constant
        | Semantics::Poison
        | Semantics::Select
        | Semantics::Load
        | Semantics::Store
        | Semantics::Prefetch => None,
    }
}

impl Operation {
    /// Its result for these numbers, and whether that is exact over the reals. `None` where it does not
    /// work lane by lane.
    pub fn compute(&self, inputs: &[Scalar]) -> Option<Result<(Scalar, bool), Cause>> {
        let run = lane(self.semantics?)?;
        let mut exactness = Exactness(true);
        let result = run(self, inputs, &mut exactness);
        Some(result.map(|it| match (it, self.result_element()) {
            (Scalar::Integer(value), Some(element)) => {
                (Scalar::Integer(wrap(value, element.width())), exactness.0)
            }
            (other, _) => (other, exactness.0),
        }))
    }

    /// Whether each lane of its result depends on the same lanes of its operands alone.
    pub fn is_lane_by_lane(&self) -> bool {
        self.semantics.is_some_and(|it| lane(it).is_some())
    }
}
