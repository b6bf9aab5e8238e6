//! Whether two functions compute the same: proven, refuted with a witness, or unknown and why.
//!
//! Both functions are executed symbolically, on terms over their inputs. What they leave in memory that the caller sees
//! and what they return is compared as terms. Where the symbols (arguments of type `index`) decide what runs, a run
//! holds for all values that meet its path condition; runs are added until their regions cover all values.

mod all_sizes;
mod at_point;
mod boxes;
mod budget;
mod evaluation;
mod execution;
mod few_numbers;
mod files;
mod inconclusive;
mod method;
mod normal;
mod pairing;
mod path;
mod random;
mod reason;
mod relations;
mod run;
mod signature;
mod symbols;
mod terms;
#[cfg(test)]
mod tests;
mod witness;

pub use execution::are_alike;
pub use files::{
    Edited, FunctionComparison, Watcher, compare_files, compare_named, compare_touched, touched_are_alike,
};
pub use inconclusive::Inconclusive;
pub use interpreter::Poll;
pub use method::Method;
pub use reason::{OperationSite, Reason};
pub use relations::Matched;
pub use symbols::{Effort, compare};
pub use witness::{Difference, Witness};

/// The verdict on two functions.
#[derive(Debug, Clone, PartialEq)]
pub enum Verdict {
    /// They give the same on all inputs on which the first is defined.
    Equal {
        /// But for the rounding of floats, whose sums or products are computed in another order.
        reassociates: bool,
    },
    Different(Box<Witness>),
    Unknown(Reason),
}
