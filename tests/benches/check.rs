//! How many megabytes a second `check` reads, on one core and on two, beside `mlir-opt` on the same files.
//!
//! usage: cargo bench -p affine-analyzer-tests --bench check [-- DIR…]
//!
//! `mlir-opt` starts once for each file: its start-up, which is that for an empty file, is taken off. Files that it does
//! not take are left out. Each figure is the best of some rounds.
#![expect(clippy::print_stdout, reason = "a benchmark prints what it measures")]
#![expect(clippy::unwrap_used, reason = "a benchmark ends at the first surprise")]

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use affine_analyzer_tests::affine_code::affine_code;
use affine_analyzer_tests::texts::paths;
use affine_analyzer_tests::{program, requirement};

const ROUNDS: usize = 3;
/// What is measured where no folders are named.
const FILES: u64 = 40;
const LINES: usize = 3_000;

fn main() {
    // Cargo adds options of its own.
    let folders: Vec<PathBuf> =
        std::env::args().skip(1).filter(|it| !it.starts_with('-')).map(PathBuf::from).collect();
    let Some(mlir_opt) = requirement::program(&["mlir-opt-22", "mlir-opt"]) else { return };
    let place = std::env::temp_dir().join(format!("affine-analyzer-bench-{}", std::process::id()));
    std::fs::create_dir_all(place.join("generated")).unwrap();
    if folders.is_empty() {
        for seed in 0..FILES {
            let text = affine_code(LINES, seed + 1);
            std::fs::write(place.join(format!("generated/{seed:02}.mlir")), text).unwrap();
        }
        measure(&mlir_opt, &place, &place.join("generated"));
    }
    for folder in &folders {
        measure(&mlir_opt, &place, folder);
    }
    std::fs::remove_dir_all(&place).unwrap();
}

fn measure(mlir_opt: &Path, place: &Path, folder: &Path) {
    let empty = place.join("empty.mlir");
    std::fs::write(&empty, "").unwrap();
    let mut files = paths(folder, "mlir");
    files.retain(|it| is_taken(mlir_opt, it));
    let megabytes = files.iter().map(|it| std::fs::metadata(it).unwrap().len()).sum::<u64>() as f64 / 1e6;
    println!("\n{}: {} files, {megabytes:.2} MB\n", folder.display(), files.len());
    println!(
        "| cores | errors, MB/s | everything, MB/s | `mlir-opt`, MB/s | errors, times faster | everything |"
    );
    println!("|--:|--:|--:|--:|--:|--:|");
    for cores in [1, 2] {
        let ours = |severity: &str| least(|| check(&files, severity, cores));
        let start_ups =
            least(|| time(judge(mlir_opt, cores).arg(&empty))) * u32::try_from(files.len()).unwrap();
        let theirs = least(|| files.iter().map(|it| time(judge(mlir_opt, cores).arg(it))).sum());
        let speed = |time: Duration| megabytes / time.as_secs_f64();
        let (errors, everything) = (speed(ours("error")), speed(ours("hint")));
        let peer = speed(theirs.saturating_sub(start_ups));
        let ratios = (errors / peer, everything / peer);
        println!(
            "| {cores} | {errors:.1} | {everything:.1} | {peer:.1} | {:.1} | {:.1} |",
            ratios.0, ratios.1
        );
    }
}

/// Reads and verifies; nothing is run.
fn judge(mlir_opt: &Path, cores: usize) -> Command {
    let mut command = Command::new(mlir_opt);
    command.args(["--allow-unregistered-dialect", "--verify-each=false", "-o", "/dev/null"]);
    command.args((cores == 1).then_some("--mlir-disable-threading"));
    command
}

fn is_taken(mlir_opt: &Path, file: &Path) -> bool {
    silent(judge(mlir_opt, 1).arg(file)).status().unwrap().success()
}

fn check(files: &[PathBuf], severity: &str, cores: usize) -> Duration {
    let mut command = program::command(&["check", "--severity", severity]);
    time(command.env("RAYON_NUM_THREADS", cores.to_string()).args(files))
}

fn time(command: &mut Command) -> Duration {
    let start = Instant::now();
    silent(command).status().unwrap();
    start.elapsed()
}

fn silent(command: &mut Command) -> &mut Command {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null())
}

fn least(mut run: impl FnMut() -> Duration) -> Duration {
    (0..ROUNDS).map(|_| run()).min().unwrap_or_default()
}
