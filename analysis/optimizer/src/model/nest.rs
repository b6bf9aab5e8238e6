//! The loops, operations and accesses of a function, with numbers in place of bounds.

use super::throughput::Work;
use ir::{OpId, ValueId};

/// Loops and operations that run one after the other.
#[derive(Debug, Default)]
pub struct Body {
    /// Of the operations that are in no loop of it.
    pub work: Work,
    pub accesses: Vec<Access>,
    pub loops: Vec<LoopNode>,
    /// Whether something is in it that the downstream compiler makes no vectors of.
    pub is_branching: bool,
    /// Whether vectors are in it already.
    pub has_vectors: bool,
    /// The most lanes of a vector in it, loops aside; 0 where there is none.
    pub lanes: f64,
    /// Cycles that the operations of loops which the downstream compiler unrolls wait for each other.
    pub chain: f64,
}

#[derive(Debug)]
pub struct LoopNode {
    pub op: OpId,
    /// In the mean over the iterations of the loops around.
    pub trips: f64,
    /// Whether no size was guessed for that.
    pub is_exact: bool,
    pub body: Body,
    /// Cycles from one iteration to the next that a recurrence takes.
    pub recurrence: f64,
    /// Cycles from the first operation of an iteration to the last, where it holds no loops.
    pub latency: f64,
    pub is_parallel: bool,
    /// Its carried values are reductions, so that lanes may hold partial results.
    pub folds: bool,
    pub carries_values: bool,
    /// Registers that are taken all the time.
    pub live_values: f64,
}

impl LoopNode {
    /// The work of one run.
    pub fn work(&self) -> Work {
        let mut of_iteration = self.body.work;
        for inner in &self.body.loops {
            of_iteration.add(&inner.work(), 1.0);
        }
        let mut all = Work::default();
        all.add(&of_iteration, self.trips);
        all
    }

    /// The most lanes that an operation in it has.
    pub fn lanes(&self) -> f64 {
        self.body.loops.iter().map(LoopNode::lanes).fold(self.body.lanes.max(1.0), f64::max)
    }
}

/// A load or store.
#[derive(Debug, Clone)]
pub struct Access {
    pub memref: ValueId,
    pub is_store: bool,
    pub element_bytes: f64,
    pub lanes: f64,
    /// Whether its lanes are not neighbours in memory.
    pub is_scattered: bool,
    /// How often of the iterations it runs.
    pub weight: f64,
    /// Elements that each dimension has.
    pub sizes: Vec<f64>,
    /// The subscripts in the middle of all loops.
    pub middle: Vec<f64>,
    /// How far each subscript moves with an iteration of a loop, for the loops that move one.
    pub slopes: Vec<(OpId, Vec<f64>)>,
}

impl Access {
    pub fn slope(&self, op: OpId) -> Option<&[f64]> {
        self.slopes.iter().find(|it| it.0 == op).map(|it| &*it.1)
    }

    /// Elements in memory from one iteration of a loop to the next.
    pub fn stride(&self, op: OpId) -> f64 {
        let Some(slope) = self.slope(op) else { return 0.0 };
        let mut stride = 0.0;
        let mut row = 1.0;
        for (slope, size) in slope.iter().zip(&self.sizes).rev() {
            stride += slope * row;
            row *= size;
        }
        stride
    }

    /// Whether it is the same element in each iteration as that of another.
    pub fn touches_same(&self, other: &Access) -> bool {
        self.memref == other.memref && self.middle == other.middle && self.slopes == other.slopes
    }
}
