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
use syntax::{SyntaxKind, SyntaxToken};

const PLACES: usize = 1_000;
/// So many proposals an editor shows at once.
const SHOWN: usize = 10;

fn main() {
    let programs: Vec<String> = texts().into_iter().filter(|it| is_affine(it)).collect();
    let mut random = Random::new(7);
    let (mut found, mut times) = (0, Vec::new());
    while times.len() < PLACES {
        let text = &programs[random.below(programs.len())];
        let tokens = tokens(text);
        let Some(token) = tokens.get(random.below(tokens.len())) else { continue };
        let (is_found, time) = propose(text, token);
        found += usize::from(is_found);
        times.push(time);
    }
    times.sort_unstable();
    let at = |share: usize| times[(times.len() - 1) * share / 100];
    println!(
        "{found} of {PLACES} removed tokens of {} programs are among the first {SHOWN} proposals",
        programs.len()
    );
    println!("median {:?}, 95 % {:?}, most {:?}", at(50), at(95), at(100));
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

/// Whether the token is proposed in its place once it is removed, and how long that takes in an open file.
fn propose(text: &str, token: &SyntaxToken) -> (bool, Duration) {
    let place = usize::from(token.text_range().start())..usize::from(token.text_range().end());
    let mut without = text.to_owned();
    without.replace_range(place.clone(), "");
    let mut host = Host::new();
    let file = host.add_file(&without);
    let analysis = host.analysis();
    let offset = TextSize::try_from(place.start).expect("a small text");
    let begun = Instant::now();
    let items = analysis.completions(file, offset);
    let time = begun.elapsed();
    let is_found = items.iter().take(SHOWN).any(|it| it.insert == token.text() || it.label == token.text());
    (is_found, time)
}
