//! What `optimize` proposes for kernels, and what pipelines of `mlir-opt` make of them, against the kernels as they are:
//! lowered by `mlir-opt`, run by `mlir-runner -O3`.
//!
//! Prints for each kernel the seconds of the search, the predicted and the measured factor of each proposal, and the best
//! pipeline whose result is right. The programs run in turn, three times; the least time counts. Further files, each with
//! a function `@kernel` over memrefs of constant sizes: `cargo bench --bench optimize -- FILE…`.
#![expect(clippy::unwrap_used, reason = "a benchmark ends at the first surprise")]
#![expect(clippy::print_stdout, reason = "it prints its figures")]

use std::time::Instant;

use affine_analyzer_tests::timing::timed;
use affine_analyzer_tests::tools::{Tools, split_parts};
use analysis::{Host, OptimizationScope, Target, TextRange, TextSize};

/// The pipelines, behind `canonicalize,cse`.
const PIPELINES: [&str; 8] = [
    "",
    "affine-loop-tile{tile-size=32}",
    "affine-loop-fusion",
    "affine-super-vectorize{virtual-vector-size=4 vectorize-reductions=true}",
    "affine-super-vectorize{virtual-vector-size=8 vectorize-reductions=true}",
    "affine-loop-unroll-jam{unroll-jam-factor=4}",
    "affine-loop-tile{tile-size=32},affine-super-vectorize{virtual-vector-size=8}",
    "affine-loop-fusion,affine-loop-tile{tile-size=32},affine-super-vectorize{virtual-vector-size=8}",
];

/// How often the programs run in turn.
const ROUNDS: usize = 3;

fn main() {
    let Some(tools) = Tools::find() else { return };
    let mut kernels = split_parts(include_str!("kernels.mlir"));
    let files = std::env::args().skip(1).filter(|it| !it.starts_with('-'));
    kernels.extend(files.map(|it| std::fs::read_to_string(it).unwrap()));
    let target = Target::of_host();
    println!("{:>7} {:>9} {:>9} {:>9}  kernel", "search", "predicted", "measured", "mlir-opt");
    let (mut product, mut count) = (1.0_f64, 0);
    for kernel in &kernels {
        let name = kernel.lines().next().unwrap_or_default().trim_start_matches("// ");
        let start = Instant::now();
        let proposals = proposals(kernel, &target);
        let search = start.elapsed().as_secs_f64();
        let mut programs = vec![kernel.clone()];
        programs.extend(proposals.iter().map(|it| it.1.clone()));
        programs.extend(PIPELINES.iter().filter_map(|it| piped(&tools, kernel, it)));
        let times = in_turn(&tools, &programs);
        let factor = |at: usize| times[at].map_or(0.0, |it| times[0].unwrap() / it);
        let pipelines = (proposals.len() + 1..programs.len()).map(factor).fold(0.0, f64::max);
        for (number, (predicted, _)) in proposals.iter().enumerate() {
            let (measured, best) =
                (factor(number + 1), if number == 0 { format!("{pipelines:.2}") } else { String::new() });
            println!("{search:>6.2}s {predicted:>9.2} {measured:>9.2} {best:>9}  {name}");
        }
        if proposals.is_empty() {
            println!("{search:>6.2}s {:>9} {:>9} {pipelines:>9.2}  {name}", "-", "1.00");
        }
        product *= if proposals.is_empty() { 1.0 } else { factor(1) };
        count += 1;
    }
    println!("geometric mean of the first proposals: {:.2}", product.powf(1.0 / f64::from(count)));
}

/// The predicted factor of each proposal, and the text with it.
fn proposals(kernel: &str, target: &Target) -> Vec<(f64, String)> {
    let mut host = Host::new();
    let file = host.add_file(kernel);
    let range = TextRange::up_to(TextSize::of(kernel));
    let found = host.analysis().optimized(file, target, OptimizationScope::at(range));
    let text = |range: TextRange, new: &str| {
        let (start, end) = (usize::from(range.start()), usize::from(range.end()));
        format!("{}{new}{}", &kernel[..start], &kernel[end..])
    };
    let of_function = found.iter().flat_map(|it| it.proposals.iter().map(|own| (it.range, own)));
    of_function.map(|(range, it)| (it.speedup(), text(range, &it.text))).collect()
}

/// What a pipeline makes of a kernel, without the module around it; `None` where it fails.
fn piped(tools: &Tools, kernel: &str, pipeline: &str) -> Option<String> {
    let passes = ["canonicalize,cse", pipeline].into_iter().filter(|it| !it.is_empty());
    let passes =
        format!("--pass-pipeline=builtin.module(func.func({}))", passes.collect::<Vec<_>>().join(","));
    let printed = tools.optimized(kernel, &[&passes]).ok()?;
    let (aliases, inside) = printed.split_once("module {\n")?;
    Some(format!("{aliases}{}", inside.trim_end().strip_suffix('}')?))
}

/// The least seconds of each program; `None` where its results are not those of the first.
fn in_turn(tools: &Tools, programs: &[String]) -> Vec<Option<f64>> {
    let mut least: Vec<Option<f64>> = vec![Some(f64::INFINITY); programs.len()];
    let mut expected = Vec::new();
    for _ in 0..ROUNDS {
        for (at, program) in programs.iter().enumerate() {
            let timing = timed(tools, program);
            if at == 0 {
                expected = timing.as_ref().map_err(Clone::clone).unwrap().sums.clone();
            }
            let is_right = |sums: &[f64]| {
                let same = |(a, b): (&f64, &f64)| (a - b).abs() <= 1e-6 * a.abs().max(1.0);
                sums.len() == expected.len() && sums.iter().zip(&expected).all(same)
            };
            least[at] = match timing {
                Ok(it) if is_right(&it.sums) => least[at].map(|least| least.min(it.seconds)),
                _ => None,
            };
        }
    }
    least
}
