//! `affine-analyzer`: a language server for MLIR's affine dialect, and the same analyses on the command line.
//!
//! A library only so that the fuzz targets can hold a conversation within their process.

mod applied;
mod choice;
mod cli;
mod config;
mod definitions;
mod dialect_search;
mod git;
mod globs;
mod lsp;
mod report;
mod save;
mod trusted_folders;
mod walk;

pub use analysis::STACK_BYTES;
pub use lsp::converse;

/// The command line, with the arguments of the process.
pub fn run() -> std::process::ExitCode {
    cli::run()
}
