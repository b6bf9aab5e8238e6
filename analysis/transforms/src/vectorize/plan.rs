//! How a loop becomes one over vectors.

use super::access::Shape;
use super::carried::{Carried, MemoryReduction};
use super::lanes::Lanes;
use super::lockstep::Limit;
use super::masks::Masks;
use super::trips::Trips;
use crate::reason::Reason;
use ir::{OpId, ValueId};
use rustc_hash::FxHashMap;

/// More lanes are not offered.
pub(super) const MAX_WIDTH: u32 = 64;

/// Where the lanes lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strategy {
    /// Along a loop without loops inside.
    Inner,
    /// Across iterations that each run the loops inside as a whole.
    Outer,
}

/// One `affine.for`, and how it may be vectorized or why not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Vectorization {
    pub op: OpId,
    pub strategy: Strategy,
    pub plan: Result<Plan, Reason>,
}

impl Vectorization {
    /// The plan, if it is legal for any number of lanes.
    pub fn verdict(&self) -> Result<&Plan, Reason> {
        let plan = self.plan.as_ref().map_err(Reason::clone)?;
        match plan.refusal(2) {
            Some(reason) => Err(reason),
            None => Ok(plan),
        }
    }
}

/// How a loop becomes one over vectors, for all widths.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    pub(super) lanes: Lanes,
    pub(super) shapes: FxHashMap<OpId, Shape>,
    /// Operands, by operation and position, that must be vectors.
    pub(super) vector_operands: Vec<(OpId, usize)>,
    /// From one lane to the next, of index values that are needed as vectors.
    pub(super) index_strides: FxHashMap<ValueId, i64>,
    pub(super) masks: Masks,
    /// One per iteration argument of the loop.
    pub(super) carried: Vec<Carried>,
    pub(super) in_memory: Vec<MemoryReduction>,
    pub(super) trips: Trips,
    /// The limit on the number of iterations that may run together.
    pub(super) limit: Option<Limit>,
    /// Width of the widest element, in bits.
    pub(super) element_bits: u64,
}

impl Plan {
    /// Why that many lanes are not legal.
    pub fn refusal(&self, width: u64) -> Option<Reason> {
        let too_far = self.limit.as_ref().filter(|it| it.iterations < width);
        too_far.map(|it| it.reason.clone()).or_else(|| self.trips.refusal(width))
    }

    /// Whether floating-point numbers are folded in another order, and so rounded otherwise.
    pub(super) fn reassociates(&self) -> bool {
        let of_arguments = self.carried.iter().filter_map(|it| match it {
            Carried::Folded(reduction) => Some(reduction),
            Carried::Unchanged => None,
        });
        of_arguments.chain(self.in_memory.iter().map(|it| &it.reduction)).any(|it| it.combining.rounds())
    }

    /// Whether its folds become partial results.
    pub fn reduces(&self) -> bool {
        !self.in_memory.is_empty() || self.carried.iter().any(|it| matches!(it, Carried::Folded(_)))
    }
}

/// As many lanes as a vector of that many bits has; at least two.
pub(super) fn usual_width(plan: &Plan, vector_bits: u32) -> u64 {
    let lanes = u64::from(vector_bits).checked_div(plan.element_bits).unwrap_or(0);
    lanes.clamp(2, u64::from(MAX_WIDTH)).next_power_of_two()
}
