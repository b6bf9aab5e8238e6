//! What we compute and rewrite against the reference tools, and against running the program.
#![expect(clippy::unwrap_used, reason = "a test ends at the first surprise")]
#![expect(clippy::print_stdout, reason = "a skipped test says so")]

mod affine_program;
mod dependences;
mod fusion;
mod kernel;
mod modernize;
mod quick_fixes;
mod tools;
mod transformations;
