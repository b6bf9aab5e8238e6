//! Random kernels for transformations of loops: every access lies within its memref.
//!
//! A kernel is a file with one function `@kernel` over memrefs and symbols, as people write it: with names, comments
//! and layout of their own, beside other functions and parts.

mod accesses;
mod bounds;
mod conditions;
mod decoration;
mod names;
mod nests;
mod reductions;
mod statements;
mod stencils;
mod views;
mod writer;

use crate::random::Random;
pub use decoration::decorated;
use writer::Writer;

/// Which transformations a kernel is to tempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Profile {
    /// Two to four nests that share buffers.
    Fusion,
    /// One nest, shallow, with trip counts around multiples of vector widths.
    Vectors,
    /// One or two nests, deeper, with statements at every depth.
    Nests,
    /// Loops over time around loops over space, and chains of statements.
    Stencils,
}

/// A random kernel; the same arguments give the same text.
pub fn kernel(profile: Profile, seed: u64) -> String {
    let mut random = Random::new(seed.wrapping_mul(3).wrapping_add(profile as u64));
    // The first numbers of seeds side by side are alike.
    for _ in 0..8 {
        random.below(2);
    }
    Writer::new(profile, random).kernel()
}
