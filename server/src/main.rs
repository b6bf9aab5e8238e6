//! The program: see the library of the same name.

/// Trees and memos are millions of small pieces, and several threads make them at once.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    affine_analyzer::run()
}
