//! What the whole-program tests share: the program, a peer that speaks LSP with it, and repeatable randomness.
#![expect(clippy::unwrap_used, reason = "a test ends at the first surprise")]

pub mod access_programs;
pub mod affine_code;
pub mod client;
pub mod equivalence;
pub use interpreter;
pub mod kernels;
pub mod large_functions;
pub mod opaque;
pub mod program;
pub mod random;
pub mod requirement;
pub mod speed;
pub mod system_calls;
pub mod texts;
pub mod timing;
pub mod tools;
