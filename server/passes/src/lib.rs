//! Runs a pass pipeline of a tool like `mlir-opt` step by step, gives each step's text the names and comments of the source
//! back, and says of each step whether the program computes the same as before.

mod dumps;
mod expected;
mod help;
pub mod lit;
mod messages;
mod origin;
mod parts;
mod pipeline;
mod process;
mod restoration;
mod run;
mod tool;
mod verdict;

pub use expected::{Expectation, expectations, with_expectations};
pub use help::{Pass, PassOption};
pub use messages::{Message, Severity};
pub use process::{End, Finished, Limits, run as run_process};
pub use run::{Failure, Report, Request, Step, run, verify};
pub use tool::{Tool, on_path};
pub use verdict::Verdict;
