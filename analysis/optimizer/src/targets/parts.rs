//! Parts that several targets share.

use crate::target::{Cache, Compiler};

/// Bits of LLVM's vectors at most: it prefers these where there are 512.
pub(super) const WIDEST_OF_LLVM: f64 = 256.0;

/// How LLVM vectorizes and unrolls loops, with vectors of this many bits.
pub(super) fn llvm(vector_bits: f64) -> Compiler {
    Compiler {
        vector_bits,
        // Fitted.
        least_trips: 8.0,
        check_cycles: 25.0,
        remainder: 0.5,
        // The threshold for full unrolling (`-unroll-threshold` at -O3).
        most_unrolled: 300.0,
    }
}

/// A cache with lines of 64 bytes.
pub(super) fn cache(
    name: &'static str,
    kilobytes: f64,
    line_cycles: f64,
    latency: f64,
    most_at_once: f64,
) -> Cache {
    Cache { name, bytes: kilobytes * 1024.0, line_bytes: 64.0, line_cycles, latency, most_at_once }
}

/// The addresses of this many pages of 4 kB.
pub(super) fn pages(
    name: &'static str,
    entries: f64,
    line_cycles: f64,
    latency: f64,
    most_at_once: f64,
) -> Cache {
    Cache { name, bytes: entries * 4096.0, line_bytes: 4096.0, line_cycles, latency, most_at_once }
}
