//! How much memory a tree takes, by the byte of source.
#![expect(clippy::print_stdout, reason = "a benchmark prints what it measures")]

use affine_analyzer_tests::affine_code::affine_code;
use peak_alloc::PeakAlloc;

/// Counts what is allocated and not freed.
#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

fn main() {
    let text = affine_code(100_000, 1);
    let empty = ALLOCATOR.current_usage();
    let tree = syntax::parse(&text);
    let bytes = ALLOCATOR.current_usage() - empty;
    drop(tree);
    println!("The tree takes {:.1} bytes per byte of source.", bytes as f64 / text.len() as f64);
}
