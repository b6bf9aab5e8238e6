//! The figures that matter, as ratios of one run, because times differ between machines and hours.
//!
//! Times are of the processor: what else the machine does changes them little, and would otherwise count for a long
//! parse more than for a short one.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use affine_analyzer_tests::requirement;
use nix::sys::{
    resource::{UsageWho, getrusage},
    time::TimeValLike,
};
use nix::time::{ClockId, clock_gettime};

use crate::{TEXT, edits::PLACES};

/// How often the slow things are measured.
const ROUNDS: usize = 9;
/// How often a reparse is measured.
const REPARSE_ROUNDS: usize = 400;

/// Measures, and prints a table in Markdown.
pub(crate) fn print() {
    let text = TEXT.as_str();
    println!("\n{} lines, {:.2} MB of affine code\n", text.lines().count(), text.len() as f64 / 1e6);
    println!("| | processor time | ratio |\n|---|---|---|");
    let parse = peer(text);

    let before = syntax::parse(text);
    for place in PLACES {
        let edit = place.edit(text);
        let reparse = fastest((0..REPARSE_ROUNDS).map(|_| time(|| before.reparse(&edit))));
        let ratio = parse.as_secs_f64() / reparse.as_secs_f64();
        println!("| reparse, {place} | {reparse:.1?} | {ratio:.0} times faster than the parse |");
    }
}

/// Lines for the whole parse and for `mlir-opt`'s, in turns; gives the time of ours.
fn peer(text: &str) -> Duration {
    let folder = std::env::temp_dir().join(format!("affine-analyzer-bench-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for temporary files");
    let (empty, full) = (folder.join("empty.mlir"), folder.join("full.mlir"));
    std::fs::write(&empty, "").expect("a file");
    std::fs::write(&full, text).expect("a file");
    let mlir_opt = requirement::program(&["mlir-opt-22", "mlir-opt"]);

    let mut ours = Vec::new();
    let mut theirs = Vec::new();
    let mut start_ups = Vec::new();
    for _ in 0..ROUNDS {
        ours.push(time(|| syntax::parse(text)));
        if let Some(program) = &mlir_opt {
            start_ups.push(run(program, &empty));
            theirs.push(run(program, &full));
        }
    }
    std::fs::remove_dir_all(&folder).expect("the folder from above");

    let parse = fastest(ours);
    if mlir_opt.is_some() {
        let start_up = fastest(start_ups);
        let peer = fastest(theirs).saturating_sub(start_up);
        let ratio = peer.as_secs_f64() / parse.as_secs_f64();
        println!("| `mlir-opt`, without its start-up of {start_up:.0?} | {peer:.0?} | |");
        println!("| parse | {parse:.1?} | {ratio:.1} times faster than `mlir-opt` |");
    } else {
        println!("| parse | {parse:.1?} | |");
    }
    parse
}

/// The processor time of one process.
fn run(mlir_opt: &Path, file: &Path) -> Duration {
    let before = of_children();
    let status = Command::new(mlir_opt)
        .arg("--verify-each=false")
        .arg(file)
        .args(["-o", "/dev/null"])
        .stdin(Stdio::null())
        .status()
        .expect("mlir-opt starts");
    assert!(status.success(), "mlir-opt refuses {}", file.display());
    of_children() - before
}

/// The processor time of all child processes that have ended.
fn of_children() -> Duration {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).expect("the usage of children");
    let microseconds = (usage.user_time() + usage.system_time()).num_microseconds();
    Duration::from_micros(microseconds.unsigned_abs())
}

fn of_this_thread() -> Duration {
    clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).expect("the clock of this thread").into()
}

/// How much processor time it takes, without dropping what it makes.
fn time<T>(run: impl FnOnce() -> T) -> Duration {
    let start = of_this_thread();
    let result = run();
    let elapsed = of_this_thread() - start;
    drop(divan::black_box(result));
    elapsed
}

/// Other work makes times longer, because caches are shared, and never shorter.
fn fastest(times: impl IntoIterator<Item = Duration>) -> Duration {
    times.into_iter().min().unwrap_or_default()
}
