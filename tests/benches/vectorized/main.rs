//! Kernels as they are and after each vectorization that is offered for them, lowered by `mlir-opt` and run by
//! `mlir-runner -O3`: prints how many times as fast each is.
//!
//! Times are the least of several runs in one process, so that compilation and the first touch of memory do not count.
#![expect(clippy::unwrap_used, reason = "a benchmark ends at the first surprise")]
#![expect(clippy::print_stdout, reason = "it prints its figures")]

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
            let edits = analysis.resolve_action(file, &offer.id).unwrap();
            let text = edits.iter().rev().fold(kernel.to_owned(), |text, edit| edit.apply(&text));
            (offer.title, text)
        })
        .collect()
}

/// The least time of one call.
fn microseconds(tools: &Tools, kernel: &str) -> f64 {
    let printed = tools.run_with(&program(kernel), &["-O3"]).unwrap();
    let times = printed.split_whitespace().filter_map(|it| it.parse::<f64>().ok());
    times.fold(f64::INFINITY, f64::min) * 1e6
}

/// Calls the kernel again and again, and prints the seconds of each call.
fn program(kernel: &str) -> String {
    let arguments = kernel.split_once('(').unwrap().1.split_once(')').unwrap().0;
    let types: Vec<&str> = arguments.split(", ").map(|it| it.split_once(": ").unwrap().1).collect();
    let mut main = String::new();
    for (at, ty) in types.iter().enumerate() {
        main += &format!("  %m{at} = memref.alloc() : {ty}\n{}", fill(at, ty));
    }
    let names: Vec<String> = (0..types.len()).map(|it| format!("%m{it}")).collect();
    // Inlined, it would be moved out of the time that is taken.
    let kernel = kernel.replacen(") {", ") attributes {passthrough = [\"noinline\"]} {", 1);
    format!(
        "{kernel}\n\
         func.func private @rtclock() -> f64\n\
         func.func private @printF64(f64)\n\
         func.func private @printNewline()\n\
         func.func @main() {{\n  %one = arith.constant 1.0 : f32\n{main}  affine.for %i = 0 to 20 {{\n    \
         %start = func.call @rtclock() : () -> f64\n    \
         func.call @kernel({}) : ({}) -> ()\n    \
         %end = func.call @rtclock() : () -> f64\n    \
         %time = arith.subf %end, %start : f64\n    \
         func.call @printF64(%time) : (f64) -> ()\n    func.call @printNewline() : () -> ()\n  }}\n  return\n}}\n",
        names.join(", "),
        types.join(", ")
    )
}

/// Loops that write ones.
fn fill(number: usize, ty: &str) -> String {
    let sizes: Vec<&str> = ty.trim_start_matches("memref<").split('x').collect();
    let sizes = &sizes[..sizes.len() - 1];
    let indices: Vec<String> = (0..sizes.len()).map(|dim| format!("%i{number}_{dim}")).collect();
    let loops =
        indices.iter().zip(sizes).map(|(index, size)| format!("  affine.for {index} = 0 to {size} {{\n"));
    let store = format!("  affine.store %one, %m{number}[{}] : {ty}\n", indices.join(", "));
    format!("{}{store}{}\n", loops.collect::<String>(), "  }".repeat(sizes.len()))
}
