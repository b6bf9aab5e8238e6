//! Dependences of whole functions, against `mlir-opt -test-memref-dependence-check` on the same files in the same run.
//!
//! usage: cargo bench -p affine-analyzer-tests --bench dependence [-- DIR…]
//!
//! Each figure is the least of some rounds in which the two take turns. Programs below the folders are measured as well:
//! each on its own, and all in one process without the time to read them.
#![expect(clippy::print_stdout, reason = "a benchmark prints what it measures")]
#![expect(clippy::unwrap_used, reason = "a benchmark ends at the first surprise")]

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use affine_analyzer_tests::access_programs::Shape;
use affine_analyzer_tests::texts::paths;
use affine_analyzer_tests::{program, requirement};
use analysis::{Analysis, Host, SourceFile};

const ACCESSES: usize = 200;
const ROUNDS: usize = 5;
/// After so much time for one file the rounds so far have to do.
const ENOUGH: Duration = Duration::from_secs(20);
const LONGEST: Duration = Duration::from_secs(1);

/// How many times faster than `mlir-opt` each function is to be analysed.
fn goal(shape: Shape) -> f64 {
    match shape {
        Shape::Stencil | Shape::Tiled => 15.0,
        Shape::Coupled | Shape::Mixed => 8.0,
    }
}

fn main() -> ExitCode {
    // Cargo adds options of its own.
    let folders: Vec<PathBuf> =
        std::env::args().skip(1).filter(|it| !it.starts_with('-')).map(PathBuf::from).collect();
    let Some(mlir_opt) = requirement::program(&["mlir-opt-22", "mlir-opt"]) else { return ExitCode::SUCCESS };
    let place = std::env::temp_dir().join(format!("affine-analyzer-bench-{}", std::process::id()));
    std::fs::create_dir_all(&place).unwrap();
    let mut missed = false;
    println!("{:24} {:>10} {:>10} {:>8} {:>6}", "whole process", "ours", "mlir-opt", "ratio", "goal");
    for shape in Shape::ALL {
        let file = place.join(format!("{}.mlir", shape.name()));
        std::fs::write(&file, shape.function(ACCESSES)).unwrap();
        let (ours, theirs) = whole_processes(&mlir_opt, &file);
        missed |= report(&format!("{}, n = {ACCESSES}", shape.name()), ours, theirs, goal(shape));
    }
    for folder in folders {
        missed |= corpus(&mlir_opt, &folder, &place);
    }
    std::fs::remove_dir_all(&place).unwrap();
    if missed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// Prints a line, and says whether the goal was missed.
fn report(name: &str, ours: Duration, theirs: Duration, goal: f64) -> bool {
    let ratio = theirs.as_secs_f64() / ours.as_secs_f64();
    let missed = ratio < goal;
    let (ours, theirs) = (ours.as_secs_f64() * 1e3, theirs.as_secs_f64() * 1e3);
    let verdict = if missed { "  MISSED" } else { "" };
    println!("{name:24} {ours:8.1}ms {theirs:8.1}ms {ratio:7.1}x {goal:5.0}x{verdict}");
    missed
}

fn whole_processes(mlir_opt: &Path, file: &Path) -> (Duration, Duration) {
    let ours = || time(program::command(&["deps", "--format", "json"]).arg(file));
    let theirs = || time(Command::new(mlir_opt).arg("-test-memref-dependence-check").arg(file));
    least_of_rounds(ours, theirs)
}

/// The least time of each, taking turns.
fn least_of_rounds(
    mut ours: impl FnMut() -> Duration,
    mut theirs: impl FnMut() -> Duration,
) -> (Duration, Duration) {
    let start = Instant::now();
    let mut least = (Duration::MAX, Duration::MAX);
    for _ in 0..ROUNDS {
        least.0 = least.0.min(ours());
        least.1 = least.1.min(theirs());
        if start.elapsed() > ENOUGH {
            break;
        }
    }
    least
}

fn time(command: &mut Command) -> Duration {
    let start = Instant::now();
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status().unwrap();
    start.elapsed()
}

/// The programs below a folder: the slowest, and all in one process.
fn corpus(mlir_opt: &Path, folder: &Path, place: &Path) -> bool {
    let files = paths(folder, "mlir");
    println!("\n{}: {} programs", folder.display(), files.len());
    let slowest = files
        .iter()
        .map(|file| (time(program::command(&["deps", "--format", "json"]).arg(file)), file))
        .max();
    let Some((slowest, file)) = slowest else { return false };
    println!("slowest {:.1} ms, {}", slowest.as_secs_f64() * 1e3, file.display());
    let texts: Vec<_> = files.iter().map(|it| std::fs::read_to_string(it).unwrap()).collect();
    let all = place.join("all.mlir");
    std::fs::write(&all, texts.join("\n// -----\n")).unwrap();
    let mlir_opt = |pass: Option<&str>| {
        time(
            Command::new(mlir_opt)
                .args(["-split-input-file", "-allow-unregistered-dialect"])
                .args(pass)
                .arg(&all),
        )
    };
    let net = || {
        let read = mlir_opt(None);
        mlir_opt(Some("-test-memref-dependence-check")).saturating_sub(read)
    };
    let (values, _) = least_of_rounds(|| analysis_alone(&texts, Analysis::dependences), || Duration::ZERO);
    println!("with the flow of values: {:.1} ms", values.as_secs_f64() * 1e3);
    let (ours, theirs) = least_of_rounds(|| analysis_alone(&texts, Analysis::memory_dependences), net);
    report("analysis, net of parsing", ours, theirs, 15.0) || slowest > LONGEST
}

/// All dependences of the programs, when they are parsed already and nothing has been asked.
fn analysis_alone<T>(texts: &[String], ask: impl Fn(&Analysis, SourceFile) -> T) -> Duration {
    let mut host = Host::new();
    let files: Vec<SourceFile> = texts.iter().map(|it| host.add_file(it)).collect();
    let analysis = host.analysis();
    let start = Instant::now();
    for file in files {
        std::hint::black_box(ask(&analysis, file));
    }
    start.elapsed()
}
