//! How fast text becomes a tree: the measurements of `divan`, and a table of ratios to `mlir-opt` of the same run.

#![expect(clippy::print_stdout, reason = "what it prints is its result")]

mod edits;
#[cfg(unix)]
mod table;

use std::sync::LazyLock;

use affine_analyzer_tests::affine_code::affine_code;
use divan::Bencher;
use divan::counter::BytesCount;

use crate::edits::{PLACES, Place};

/// As the program has it.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// What is measured everywhere: 100,000 lines.
static TEXT: LazyLock<String> = LazyLock::new(|| affine_code(100_000, 1));

fn main() {
    divan::main();
    // Not with a filter, nor when only tried as a test.
    #[cfg(unix)]
    if std::env::args().skip(1).eq(["--bench"]) {
        table::print();
    }
}

#[divan::bench(args = [1_000, 10_000, 100_000])]
fn parse(bencher: Bencher<'_, '_>, lines: usize) {
    let text = affine_code(lines, 1);
    bencher.counter(BytesCount::of_str(&text)).bench(|| syntax::parse(&text));
}

#[divan::bench(args = PLACES)]
fn reparse(bencher: Bencher<'_, '_>, place: Place) {
    let parse = syntax::parse(&TEXT);
    let edit = place.edit(&TEXT);
    bencher.bench(|| parse.reparse(&edit));
}
