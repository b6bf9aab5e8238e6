//! What is computed about accesses and loops with sets of integers: iteration domains, access relations, dependences,
//! the flow of values, trip counts.

pub mod block_memory;
pub mod dependence;
mod dependence_at_depth;
pub mod fingerprints;
pub mod function_report;
pub mod lifetime;
pub mod loop_changes;
mod loop_dim;
pub mod loops;
pub mod memory;
pub mod report;
pub mod value_expression;
