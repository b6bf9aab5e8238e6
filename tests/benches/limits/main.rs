//! Whether any input of at most 64 kB is answered within five seconds of the processor and 512 MB, and without a panic.
//!
//! `cargo bench -p affine-analyzer-tests --bench limits -- KIND MINUTES [SEED]` changes texts of the repository at random
//! and runs the program on each. Each input that takes too much is kept, and named. `AFFINE_ANALYZER` names a release build
//! that is there already.

mod inputs;
mod mutation;
mod run;
mod session;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use affine_analyzer_tests::random::Random;

use inputs::{KINDS, Seeds};
use run::{Runs, folder};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|it| !it.starts_with("--")).collect();
    // `cargo bench` runs all benchmarks; this one has no end of its own.
    let Some(kind) = arguments.first() else { return ExitCode::SUCCESS };
    let Some(kind) = KINDS.iter().find(|it| it.name == kind) else {
        panic!("one of {:?}, and minutes", KINDS.iter().map(|it| it.name).collect::<Vec<_>>());
    };
    let number = |at: usize| arguments.get(at).and_then(|it| it.parse::<u64>().ok());
    let end = Instant::now() + Duration::from_secs(60 * number(1).unwrap_or(1));
    let mut random = Random::new(number(2).unwrap_or(1));
    let (seeds, mut runs) = (Seeds::new(), Runs::new(folder(kind.name)));
    while Instant::now() < end {
        (kind.once)(&seeds, &mut random, &mut runs);
    }
    #[expect(clippy::print_stdout, reason = "the answer")]
    {
        println!("{}: {}", kind.name, runs.summary());
    }
    ExitCode::from(u8::from(runs.has_findings()))
}
