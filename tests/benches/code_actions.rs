//! How long `textDocument/codeAction` takes on a loop, and `codeAction/resolve` on each offer, inside the process and in processor time.
//!
//! Every loop of the programs is asked about in a session of its own, where nothing is known yet but what a keystroke
//! brings up to date, and then once more. Programs are the repository's examples and those of the folders that are
//! named (`cargo bench --bench code_actions -- DIR…`), and a function of 50 nests that share few buffers.
#![expect(
    clippy::print_stdout,
    clippy::expect_used,
    reason = "a benchmark prints its table, and ends at a surprise"
)]

use std::path::PathBuf;
use std::time::Duration;

use affine_analyzer_tests::random::Random;
use analysis::{Depth, Host, Most, TextRange, TextSize};
use nix::time::{ClockId, clock_gettime};

const NONE: Most = Most { errors: 0, others: 0, near: TextSize::new(0) };

fn main() {
    let folders = std::env::args().skip(1).filter(|it| !it.starts_with('-')).map(PathBuf::from);
    let examples = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples"));
    println!("| programs | loops | first | 95 % | again | resolve | 95 % |\n|---|---|---|---|---|---|---|");
    for folder in std::iter::once(examples).chain(folders) {
        let files = std::fs::read_dir(&folder).expect("a folder").map(|it| it.expect("a file").path());
        let programs = files.filter(|it| it.extension().is_some_and(|it| it == "mlir"));
        let programs: Vec<String> =
            programs.map(|it| std::fs::read_to_string(it).expect("a readable file")).collect();
        let name = folder.file_name().map(|it| it.to_string_lossy().into_owned()).unwrap_or_default();
        measure(&name, &programs);
    }
    measure("a function of 50 nests", &[many_nests(50)]);
}

fn measure(name: &str, programs: &[String]) {
    let (mut first, mut again, mut resolve) = (Vec::new(), Vec::new(), Vec::new());
    for text in programs {
        for (at, _) in text.match_indices("affine.for") {
            let mut host = Host::new();
            let file = host.add_file(text);
            let analysis = host.analysis();
            // An editor has the syntax errors of the text already.
            analysis.some_diagnostics(file, Depth::AtOnce, NONE);
            let cursor = TextRange::empty(TextSize::try_from(at).expect("a small file"));
            let (actions, time) = timed(|| analysis.actions(file, cursor));
            first.push(time);
            again.push(timed(|| analysis.actions(file, cursor)).1);
            let loops = actions.iter().filter(|it| it.kind.starts_with("refactor") && it.disabled.is_none());
            for action in loops {
                let (edits, time) = timed(|| analysis.resolve_action(file, &action.request));
                edits.expect("an offer has an edit");
                resolve.push(time);
            }
        }
    }
    let [first, again, resolve] = [first, again, resolve].map(Figures::of);
    let loops = first.count;
    println!(
        "| {name} | {loops} | {:.1?} | {:.1?} | {:.1?} | {:.1?} | {:.1?} |",
        first.median, first.most, again.median, resolve.median, resolve.most
    );
}

/// The processor's time: what else the machine does changes it little.
fn timed<T>(run: impl FnOnce() -> T) -> (T, Duration) {
    let now = || {
        let now = clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).expect("a clock of this thread");
        Duration::new(u64::try_from(now.tv_sec()).unwrap_or(0), u32::try_from(now.tv_nsec()).unwrap_or(0))
    };
    let start = now();
    let value = run();
    (value, now().saturating_sub(start))
}

struct Figures {
    count: usize,
    median: Duration,
    most: Duration,
}

impl Figures {
    fn of(mut times: Vec<Duration>) -> Self {
        times.sort_unstable();
        let at = |share: usize| times.get(times.len().saturating_sub(1) * share / 100).copied();
        let (median, most) = (at(50).unwrap_or_default(), at(95).unwrap_or_default());
        Self { count: times.len(), median, most }
    }
}

/// A function of so many products of matrices, each of which reads what others have written.
fn many_nests(count: usize) -> String {
    let ty = "memref<34x34xf32>";
    let mut random = Random::new(5);
    let arguments: Vec<String> = (0..6).map(|it| format!("%a{it}: {ty}")).collect();
    let mut text = format!("func.func @many({}) {{\n", arguments.join(", "));
    for _ in 0..count {
        let [x, y, z] = [random.below(6), random.below(6), random.below(6)];
        let shift = random.pick(&["", " - 1", " + 1"]);
        text += &format!(
            "  affine.for %i = 1 to 33 {{\n    affine.for %j = 1 to 33 {{\n      affine.for %k = 0 to 32 {{\n        \
             %v = affine.load %a{x}[%i{shift}, %k] : {ty}\n        \
             %u = affine.load %a{y}[%k, %j] : {ty}\n        \
             %t = affine.load %a{z}[%i, %j] : {ty}\n        \
             %p = arith.mulf %v, %u : f32\n        \
             %s = arith.addf %t, %p : f32\n        \
             affine.store %s, %a{z}[%i, %j] : {ty}\n      }}\n    }}\n  }}\n"
        );
    }
    text + "  return\n}\n"
}
