//! Runs a pass pipeline of a tool like `mlir-opt` step by step, gives each step's text the names and comments of the source
//! back, and says of each step whether the program computes the same as before.

mod bytecode;
mod dumps;
mod expected;
mod help;
pub mod lit;
mod messages;
mod origin;
mod parts;
mod pipeline;
mod process;
mod reasons;
mod restoration;
mod run;
mod suggestion;
mod tool;
mod unmet;
mod verdict;

pub use bytecode::text_of_bytecode;
pub use expected::with_expectations;
pub use help::{Pass, PassOption};
pub use messages::{Message, Severity};
pub use process::{End, Finished, Limits, run as run_process};
pub use reasons::Reason;
pub use run::{Failure, Report, Request, Step, run, verify};
pub use suggestion::did_you_mean;
pub use tool::{Tool, on_path};
pub use unmet::Unmet;
pub use verdict::Verdict;
