//! Fusion of two loop nests of one block.
//!
//! A producer moves into its consumer, as a slice that computes what one iteration of the consumer's outer loops
//! needs ([`slice::pair`]), or two nests run iteration by iteration, one perhaps delayed ([`merge`]).
//!
//! Slices, verdicts and costs are found once per pair of nests, without positions; reports, the hint and the light
//! bulb read them, and the rewrites write the text once an offer is taken.

mod all;
mod merge;
mod merge_offers;
mod naming;
mod nests;
mod offers;
mod report;
mod rewrite;
mod slice;
#[cfg(test)]
mod tests;

pub use all::{KIND as ALL, Prospect, edits as all_edits, prospect};
pub use naming::{HINT, KIND, PARAMETERS};
pub use offers::offers;
pub use report::function_fusion;
pub use slice::choice::percent;
pub use slice::recommended::recommended;
