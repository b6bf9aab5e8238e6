//! The cost of the nests of a function on a target, without running anything.
//!
//! The tree of loops is read from the IR with an estimate of each trip count ([`nest`]). Cycles of computation come from
//! the throughput of the operations of an iteration and from recurrences ([`throughput`]), lines that move between the
//! caches from the footprint of each loop ([`locality`]).

pub mod figures;
mod latency;
pub mod locality;
pub mod nest;
mod reader;
#[cfg(test)]
mod tests;
pub mod throughput;
mod values;

use crate::target::Target;
use base::isolated_op::IsolatedOp;
use ir::OpId;
use nest::LoopNode;
use throughput::Work;

/// The resource that limits a nest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bound {
    Arithmetic,
    Loads,
    Stores,
    /// The longest cycle of latencies over the distance of its dependence.
    Recurrence,
    /// The number of operations that a core begins in a cycle.
    Operations,
    /// Lines that move into a cache, by its name.
    Cache(&'static str),
}

impl Bound {
    /// As a reader says it.
    pub fn words(self) -> String {
        match self {
            Bound::Arithmetic => "arithmetic".to_owned(),
            Bound::Loads => "loads".to_owned(),
            Bound::Stores => "stores".to_owned(),
            Bound::Recurrence => "the latency of a recurrence".to_owned(),
            Bound::Operations => "the number of operations".to_owned(),
            Bound::Cache(name) => format!("what moves into {name}"),
        }
    }
}

/// The cost of a nest, or of all of a function.
#[derive(Debug, Clone, PartialEq)]
pub struct Cost {
    /// Of computation alone.
    pub compute: f64,
    /// Of moving lines, level by level.
    pub moves: Vec<f64>,
    /// Lines that move into each cache.
    pub lines: Vec<f64>,
    pub compute_bound: Bound,
    /// All that is executed.
    pub work: Work,
    /// The most lanes that an operation has.
    pub lanes: f64,
    /// The share of what takes less time than the greatest of these that is not hidden behind it.
    exposed: f64,
}

impl Cost {
    /// Computation and moves overlap, but not wholly.
    pub fn cycles(&self) -> f64 {
        let all = self.moves.iter().chain([&self.compute]);
        let (greatest, sum) = all.fold((0.0_f64, 0.0), |(greatest, sum), it| (greatest.max(*it), sum + it));
        greatest + self.exposed * (sum - greatest)
    }

    pub fn bound(&self, target: &Target) -> Bound {
        let greatest = self.moves.iter().zip(&target.caches).max_by(|a, b| a.0.total_cmp(b.0));
        match greatest {
            Some((moves, cache)) if *moves > self.compute => Bound::Cache(cache.name),
            _ => self.compute_bound,
        }
    }

    pub(crate) fn add(&mut self, other: &Cost) {
        self.combine(other, |own, other| own + other);
    }

    /// The cost without that of a part.
    pub(crate) fn without(&self, part: &Cost) -> Cost {
        let mut left = self.clone();
        left.combine(part, |own, other| (own - other).max(0.0));
        left
    }

    fn combine(&mut self, other: &Cost, by: fn(f64, f64) -> f64) {
        self.compute = by(self.compute, other.compute);
        self.work.combine(&other.work, by);
        for (own, other) in self.moves.iter_mut().zip(&other.moves) {
            *own = by(*own, *other);
        }
        for (own, other) in self.lines.iter_mut().zip(&other.lines) {
            *own = by(*own, *other);
        }
    }

    pub(crate) fn none(target: &Target) -> Cost {
        let levels = target.caches.len();
        Cost {
            compute: 0.0,
            moves: vec![0.0; levels],
            lines: vec![0.0; levels],
            compute_bound: Bound::Operations,
            work: Work::default(),
            lanes: 1.0,
            exposed: target.exposed,
        }
    }
}

/// The cost of a function, and of each of its outermost loops.
#[derive(Debug, Clone, PartialEq)]
pub struct FunctionCost {
    pub total: Cost,
    /// If what may run in lanes did.
    pub potential: Cost,
    pub nests: Vec<(OpId, Cost)>,
}

/// The cost of an isolated op.
pub fn cost(db: &dyn salsa::Database, op: IsolatedOp<'_>, target: &Target) -> FunctionCost {
    let body = reader::tree(db, op, target);
    let mut nests = Vec::new();
    let mut potential = Cost::none(target);
    for nest in &body.loops {
        potential.compute += throughput::potential_of_loop(nest, target);
        nests.push((nest.op, nest_cost(nest, target)));
    }
    let mut total = Cost::none(target);
    for (_, nest) in &nests {
        total.compute += nest.compute;
        total.work.add(&nest.work, 1.0);
        total.lanes = total.lanes.max(nest.lanes);
    }
    total.compute_bound = nests
        .iter()
        .max_by(|a, b| a.1.compute.total_cmp(&b.1.compute))
        .map_or(Bound::Operations, |it| it.1.compute_bound);
    // Data that several nests touch may stay in a cache between them.
    let moved = locality::moved(&body, target);
    set_moves(&mut total, &moved);
    set_moves(&mut potential, &moved);
    FunctionCost { total, potential, nests }
}

fn nest_cost(nest: &LoopNode, target: &Target) -> Cost {
    let mut cost = Cost::none(target);
    (cost.compute, cost.compute_bound) = throughput::of_loop(nest, target);
    cost.work = nest.work();
    cost.lanes = nest.lanes();
    set_moves(&mut cost, &locality::moved_by(nest, target));
    cost
}

fn set_moves(cost: &mut Cost, moved: &[locality::Moves]) {
    for (level, moves) in moved.iter().enumerate() {
        cost.lines[level] = moves.lines;
        cost.moves[level] = moves.cycles;
    }
}
