//! Kernels as they are and after each vectorization that is offered for them, lowered by `mlir-opt` and run by
//! `mlir-runner -O3`: prints how many times as fast each is.
//!
//! Times are the least of several runs in one process, so that compilation and the first touch of memory do not count.
#![expect(clippy::unwrap_used, reason = "a benchmark ends at the first surprise")]
#![expect(clippy::print_stdout, reason = "it prints its figures")]

use affine_analyzer_tests::timing::timed;
use affine_analyzer_tests::tools::{Tools, split_parts};
use analysis::{Host, TextRange, TextSize};

const NAMES: [&str; 4] = ["matmul, sums in memory", "matmul, sums carried", "dot product", "row sums"];

fn main() {
    let Some(tools) = Tools::find() else { return };
    let kernels = split_parts(include_str!("kernels.mlir"));
    println!("{:>10} {:>7}  kernel and vectorization", "µs", "ratio");
    for (name, kernel) in NAMES.into_iter().zip(&kernels) {
        let scalar = microseconds(&tools, kernel);
        println!("{scalar:>10.1} {:>7}  {name}", "");
        for (title, text) in vectorized(kernel) {
            let vector = microseconds(&tools, &text);
            println!("{vector:>10.1} {:>7.2}    {title}", scalar / vector);
        }
    }
}

/// The kernel after each vectorization, with its title.
fn vectorized(kernel: &str) -> Vec<(String, String)> {
    let mut host = Host::new();
    let file = host.add_file(kernel);
    let analysis = host.analysis();
    let offers = analysis.actions(file, TextRange::up_to(TextSize::of(kernel)));
    let offers = offers
        .into_iter()
        .filter(|it| it.kind == "refactor.rewrite.affine.vectorize" && it.disabled.is_none());
    offers
        .map(|offer| {
            let edits = analysis.resolve_action(file, &offer.request).unwrap();
            let text = edits.iter().rev().fold(kernel.to_owned(), |text, edit| edit.apply(&text));
            (offer.title, text)
        })
        .collect()
}

/// The least time of one call.
fn microseconds(tools: &Tools, kernel: &str) -> f64 {
    timed(tools, kernel).unwrap().seconds * 1e6
}
