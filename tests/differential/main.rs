//! Rewrites against the reference tools: what a rewrite writes is accepted by `mlir-opt`, and computes the same values.
#![expect(clippy::unwrap_used, reason = "a test ends at the first surprise")]
#![expect(clippy::print_stdout, reason = "a skipped test says so")]

mod fusion;
mod kernel;
mod modernize;
mod quick_fixes;
mod tools;
