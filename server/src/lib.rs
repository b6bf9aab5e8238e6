//! `affine-analyzer`: a language server for MLIR's affine dialect, and the same analyses on the command line.
//!
//! A library only so that the fuzz targets can hold a conversation within their process.

mod cli;
mod lsp;
mod report;

pub use lsp::converse;

/// Parsers and solvers recurse to a bounded depth; this is enough for it in debug builds too.
const STACK_BYTES: usize = 32 << 20;

/// The command line, with the arguments of the process.
pub fn run() -> std::process::ExitCode {
    cli::run()
}
