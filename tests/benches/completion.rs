//! How well completion knows what stands where: tokens are removed at random places of affine programs, and asked for.
//!
//! `cargo bench -p affine-analyzer-tests --bench completion` takes the repository's programs; those of a folder with
//! `AFFINE_ANALYZER_SEEDS=FOLDER`.
#![expect(
    clippy::print_stdout,
    clippy::expect_used,
    reason = "a benchmark prints its figures, and ends at a surprise"
)]

use std::time::{Duration, Instant};

use affine_analyzer_tests::random::Random;
use affine_analyzer_tests::texts::texts;
use analysis::{Host, TextSize};
use nix::time::ClockId;
use syntax::{SyntaxKind, SyntaxToken};

const PLACES: usize = 1_000;
/// So many proposals an editor shows at once.
const SHOWN: usize = 10;

fn main() {
    let programs: Vec<String> = texts().into_iter().filter(|it| is_affine(it)).collect();
    let mut random = Random::new(7);
    let (mut found, mut times, mut cpu_times) = (0, Vec::new(), Vec::new());
    while times.len() < PLACES {
        let text = &programs[random.below(programs.len())];
        let tokens = tokens(text);
        let Some(token) = tokens.get(random.below(tokens.len())) else { continue };
        let (is_found, time, cpu_time) = propose(text, token);
        found += usize::from(is_found);
        times.push(time);
        cpu_times.push(cpu_time);
    }
    println!(
        "{found} of {PLACES} removed tokens of {} programs are among the first {SHOWN} proposals",
        programs.len()
    );
    print("time", times);
    // What others do on the machine does not count.
    print("processor time", cpu_times);
}

fn print(what: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let at = |share: usize| times[(times.len() - 1) * share / 100];
    println!("{what}: median {:?}, 95 % {:?}, most {:?}", at(50), at(95), at(100));
}

/// A program without mistakes that uses the affine dialect.
fn is_affine(text: &str) -> bool {
    text.contains("affine.") && syntax::parse(text).errors().is_empty()
}

/// The tokens that somebody types.
fn tokens(text: &str) -> Vec<SyntaxToken> {
    let tokens = syntax::parse(text).syntax_node().descendants_with_tokens().filter_map(|it| it.into_token());
    tokens.filter(|it| !it.kind().is_trivia() && it.kind() != SyntaxKind::SPLIT_MARKER).collect()
}

/// Whether the token is proposed in its place once it is removed, and how long that takes in an open file: on the clock,
/// and on the processor.
fn propose(text: &str, token: &SyntaxToken) -> (bool, Duration, Duration) {
    let place = usize::from(token.text_range().start())..usize::from(token.text_range().end());
    let mut without = text.to_owned();
    without.replace_range(place.clone(), "");
    let mut host = Host::new();
    let file = host.add_file(&without);
    let analysis = host.analysis();
    let offset = TextSize::try_from(place.start).expect("a small text");
    let (begun, cpu_begun) = (Instant::now(), cpu_time());
    let items = analysis.completions(file, offset);
    let (time, cpu_time) = (begun.elapsed(), cpu_time().saturating_sub(cpu_begun));
    let is_found = items.iter().take(SHOWN).any(|it| it.insert == token.text() || it.label == token.text());
    (is_found, time, cpu_time)
}

/// Of this thread.
fn cpu_time() -> Duration {
    ClockId::CLOCK_THREAD_CPUTIME_ID.now().expect("a clock that Unix has").into()
}
