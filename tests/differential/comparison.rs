//! Verdicts of `compare` against execution: random programs, changed in one place.

use affine_analyzer_tests::equivalence::{self, Speculation};
use affine_analyzer_tests::kernels::{Profile, kernel};
use affine_analyzer_tests::random::Random;
use analysis::{Effort, Host, Verdict};
use std::ops::ControlFlow;

use crate::tools::Tools;
use crate::transformations::part_of_kernel;

/// What a change puts in the place of what.
const CHANGES: &[(&str, &str)] = &[
    ("addf", "subf"),
    ("subf", "addf"),
    ("mulf", "addf"),
    ("addi", "muli"),
    ("subi", "addi"),
    ("muli", "addi"),
    ("maximumf", "minimumf"),
    (" + 1", " + 2"),
    (" - 1", " - 2"),
    ("= 0 to", "= 1 to"),
    ("= 1 to", "= 0 to"),
    ("step 2", "step 3"),
    (">= 0", "== 0"),
    ("[%i", "[%i + 1"),
];

/// The text with one of the changes at one of its places; the text itself where none fits.
fn changed(text: &str, random: &mut Random) -> String {
    let mut places = Vec::new();
    for (from, to) in CHANGES {
        places.extend(text.match_indices(from).map(|(at, _)| (at, *from, *to)));
    }
    if places.is_empty() {
        return text.to_owned();
    }
    let (at, from, to) = places[random.below(places.len())];
    format!("{}{to}{}", &text[..at], &text[at + from.len()..])
}

fn verdict(before: &str, after: &str) -> Option<Verdict> {
    let mut host = Host::new();
    let (before, after) = (host.add_file(before), host.add_file(after));
    let found = host.analysis().compare(before, after, Effort::default(), &|_, _| ControlFlow::Continue(()));
    found.into_iter().find(|it| it.name == "kernel").map(|it| it.verdict)
}

/// How many pairs of each verdict there were.
#[derive(Debug, Default)]
struct Counts {
    equal: usize,
    different: usize,
    unknown: usize,
}

fn random_pairs(profile: Profile, pairs: u64) -> Option<Counts> {
    let tools = Tools::find()?;
    let mut programs = Vec::new();
    for seed in 0..pairs {
        let before = part_of_kernel(&kernel(profile, seed));
        let after = changed(&before, &mut Random::new(seed ^ 0x5eed));
        programs.extend([before, after]);
    }
    let modules = tools.modules(&programs);
    let mut counts = Counts::default();
    for (texts, modules) in programs.chunks(2).zip(modules.chunks(2)) {
        let [Ok(before), Ok(after)] = modules else { continue };
        let Some(found) = verdict(&texts[0], &texts[1]) else { continue };
        let judged = || equivalence::compare(before, after, "kernel", Speculation::Elements);
        match found {
            Verdict::Equal { reassociates } => {
                counts.equal += 1;
                let judged = judged();
                let is_contradicted = matches!(judged, equivalence::Verdict::Different(_));
                assert!(!is_contradicted || reassociates, "{judged:?}\n{}\n{}", texts[0], texts[1]);
            }
            Verdict::Different(witness) => {
                counts.different += 1;
                assert_ne!(texts[0], texts[1], "{witness:?}");
            }
            Verdict::Unknown(_) => counts.unknown += 1,
        }
    }
    Some(counts)
}

fn count() -> u64 {
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|it| it.parse::<u64>().ok());
    cases.filter(|it| *it > 1000).map_or(12, |it| it.min(7000))
}

#[test]
fn random_pairs_are_judged_as_they_run() {
    for profile in [Profile::Fusion, Profile::Vectors, Profile::Nests] {
        if let Some(counts) = random_pairs(profile, count()) {
            println!("{counts:?}");
            assert!(counts.equal + counts.different > 0, "{counts:?}");
        }
    }
}
