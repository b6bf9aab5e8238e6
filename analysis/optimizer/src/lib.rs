//! The best sequence of transformations of a function's nests, by a model of what they cost. Nothing is run.
//!
//! The moves are the actions of [`transforms`], so whatever is found is legal, and can be taken step by step.

pub mod model;
mod search;
pub mod target;
mod workshop;

/// The kind of the action that takes a proposal.
pub const KIND: &str = "refactor.rewrite.affine.optimize";

pub use search::{FunctionProposals, Proposal, Step, Wanted, optimize};
