//! `affine-analyzer`: a language server for MLIR's affine dialect, and the same analyses on the command line.

mod cli;
mod lsp;
mod report;

/// Trees and memos are millions of small pieces, and several threads make them at once.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Parsers and solvers recurse to a bounded depth; this is enough for it in debug builds too.
const STACK_BYTES: usize = 32 << 20;

fn main() -> std::process::ExitCode {
    cli::run()
}
