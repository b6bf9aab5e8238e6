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

fn verdict(before: &str, after: &str, effort: Effort) -> Option<Verdict> {
    let mut host = Host::new();
    let (before, after) = (host.add_file(before), host.add_file(after));
    let found = host.analysis().compare(before, after, effort, &|_, _| ControlFlow::Continue(()));
    found.into_iter().find(|it| it.name == "kernel").map(|it| it.verdict)
}

/// A function that others call in the middle of a kernel: without a body, and one that it may have.
struct Callee {
    declaration: String,
    body: String,
    call: String,
}

impl Callee {
    /// Of the first memref of the kernel.
    fn of(text: &str) -> Option<Callee> {
        let (_, arguments) = text.split_once("func.func @kernel(")?;
        let memref = arguments.split_once(": memref<")?;
        let name = memref.0.rsplit(['(', ',', ' ']).next()?;
        let sizes = memref.1.split_once('>')?.0;
        let (shape, element) = sizes.rsplit_once('x')?;
        let zeros = vec!["0"; shape.split('x').count()].join(", ");
        let ty = format!("memref<{sizes}>");
        let add = if element.starts_with('f') { "addf" } else { "addi" };
        Some(Callee {
            declaration: format!("func.func private @other({ty})\n"),
            body: format!(
                "func.func private @other(%m: {ty}) {{
                  %v = affine.load %m[{zeros}] : {ty}
                  %s = arith.{add} %v, %v : {element}
                  affine.store %s, %m[{zeros}] : {ty}
                  return
                }}\n"
            ),
            call: format!("func.call @other({name}) : ({ty}) -> ()\n"),
        })
    }

    /// The text with a call before one of the statements that lines begin with.
    fn called(&self, text: &str, random: &mut Random) -> Option<String> {
        let places =
            ["\n    affine.for", "\n      affine.for", "\n      affine.store", "\n        affine.store"];
        let mut places: Vec<usize> =
            places.iter().flat_map(|it| text.match_indices(it).map(|(at, _)| at + 1)).collect();
        places.sort_unstable();
        if places.is_empty() {
            return None;
        }
        let at = places[random.below(places.len())];
        Some(format!("{}{}{}", &text[..at], self.call, &text[at..]))
    }
}

/// What is equal whatever a function does is equal where it does something.
fn calls(profile: Profile, pairs: u64) -> Option<Counts> {
    let tools = Tools::find()?;
    let mut pairs_of_texts = Vec::new();
    let mut programs = Vec::new();
    for seed in 0..pairs {
        let text = part_of_kernel(&kernel(profile, seed));
        let Some(callee) = Callee::of(&text) else { continue };
        // Sometimes at the same place, so that what is changed decides.
        let seeds = if seed % 3 == 0 { [seed, seed + 1] } else { [seed, seed] };
        let called = |text: &str, seed| callee.called(text, &mut Random::new(seed));
        let after = if seed % 3 == 1 { text.clone() } else { changed(&text, &mut Random::new(seed)) };
        let Some((before, after)) = called(&text, seeds[0]).zip(called(&after, seeds[1])) else { continue };
        let after = format!("{after}\n// another text\n").replacen(
            "return",
            "%unused = arith.constant 7 : i8\n return",
            1,
        );
        programs.extend([format!("{}{before}", callee.body), format!("{}{after}", callee.body)]);
        pairs_of_texts
            .push([format!("{}{before}", callee.declaration), format!("{}{after}", callee.declaration)]);
    }
    let modules = tools.modules(&programs);
    let mut counts = Counts::default();
    for (texts, modules) in pairs_of_texts.iter().zip(modules.chunks(2)) {
        let [Ok(before), Ok(after)] = modules else { continue };
        let effort = Effort { steps: 1_000_000, ..Effort::default() };
        match verdict(&texts[0], &texts[1], effort) {
            Some(Verdict::Equal { reassociates }) => {
                counts.equal += 1;
                let judged = equivalence::compare(before, after, "kernel", Speculation::Elements);
                let is_contradicted = matches!(judged, equivalence::Verdict::Different(_));
                assert!(!is_contradicted || reassociates, "{judged:?}\n{}\n{}", texts[0], texts[1]);
            }
            Some(Verdict::Different(witness)) => panic!("{witness:?}\n{}\n{}", texts[0], texts[1]),
            Some(Verdict::Unknown(_)) => counts.unknown += 1,
            None => {}
        }
    }
    Some(counts)
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
        let Some(found) = verdict(&texts[0], &texts[1], Effort::default()) else { continue };
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

#[test]
fn calls_of_unknown_functions_are_judged_as_some_functions_make_them() {
    for profile in [Profile::Fusion, Profile::Nests] {
        if let Some(counts) = calls(profile, count()) {
            println!("{counts:?}");
            assert!(counts.equal > 0, "{counts:?}");
        }
    }
}
