//! The best sequence of transformations of a function's nests, by a model of what they cost. Nothing is run.
//!
//! The moves are the actions of [`transforms`], so whatever is found is legal, and can be taken step by step.

pub mod model;
mod rehearsal;
mod search;
mod sizes;
pub mod target;
pub mod targets;
mod workshop;

/// The kind of the action that takes a proposal.
pub const KIND: &str = "refactor.rewrite.affine.optimize";

pub use rehearsal::{Rehearsal, rehearsals};
pub use search::{Evidence, FunctionProposals, OptimizationScope, Proposal, Step, optimize};
