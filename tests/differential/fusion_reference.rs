//! Where `affine-loop-fusion` fuses correctly, we offer that fusion.
//!
//! Random programs are given to the pass in each of its modes. Operations are numbered, which clones of them keep, so
//! that its output tells which nests it has fused, and how many loops enclose operations of both. The result is *correct*
//! if it leaves what the program leaves, touches nothing else, and does so too where operations compute anything at all
//! ([`Arithmetic::OpaqueStores`]): what is equal only because a product is zero, a sum commutes or an element is stored
//! where it has been loaded is no fusion that dependences allow; nor is one that stores what the program does not store,
//! though it be overwritten in time.
//!
//! For a correct result there must be offers that, applied one after the other, fuse the same nests and no others, so
//! that the same number of loops encloses operations of each two of them; a nest that the pass has used up is used up.
//! The pass fuses several nests in an order that its output does not show: looking again at the text after each of our
//! offers finds a way in whatever order, while the first step of the pass alone could not be told. It also interchanges
//! loops of nests first; so may the search, by our offers. What our offers lead to is judged as the pass's result is.

mod offers;
mod programs;
mod structure;

use std::collections::BTreeMap;

use affine_analyzer_tests::equivalence::{Speculation, Verdict, compare, compare_with};
use affine_analyzer_tests::interpreter::Module;
use affine_analyzer_tests::kernels::{Profile, kernel};
use affine_analyzer_tests::opaque::Arithmetic;

use crate::tools::Tools;
use crate::transformations::{Document, FUSE, Judge, part_of_kernel, traps};
use offers::{Found, Search};
use structure::{FusedNests, Structure, numbered};

/// Options of the pass.
const MODES: [&str; 7] = [
    "mode=greedy",
    "mode=greedy maximal=true",
    "mode=greedy compute-tolerance=1000",
    "mode=producer",
    "mode=producer maximal=true",
    "mode=sibling",
    "mode=sibling maximal=true",
];

/// What has been seen.
#[derive(Debug, Default)]
struct Tally {
    programs: usize,
    /// Different results of the pass in which nests are fused.
    fused: usize,
    correct: usize,
    /// Results that are right for these operations, and not for others.
    lucky: usize,
    unjudged: usize,
    wrong: usize,
    offered: usize,
    after_interchange: usize,
    missing: Vec<String>,
}

/// A result of the pass.
struct Outcome<'a> {
    program: &'a str,
    mode: &'static str,
    text: String,
    original: Structure,
    fused: FusedNests,
}

impl Tally {
    fn add(&mut self, tools: &Tools, programs: &[String]) {
        let programs: Vec<String> = programs.iter().map(|it| numbered(it)).collect();
        let results = results(tools, &programs);
        self.programs += programs.len();
        self.fused += results.len();
        let texts: Vec<String> =
            results.iter().flat_map(|it| [it.program.to_owned(), it.text.clone()]).collect();
        let mut modules = tools.modules(&texts).into_iter();
        let mut offered = Vec::new();
        for result in &results {
            let before = modules.next().unwrap().unwrap_or_else(|it| panic!("{it}\n{}", result.program));
            let Ok(after) = modules.next().unwrap() else {
                self.wrong += 1;
                continue;
            };
            match judged(&before, &after) {
                Judgement::Correct => self.correct += 1,
                Judgement::Lucky => {
                    self.lucky += 1;
                    continue;
                }
                Judgement::Wrong(_) => {
                    self.wrong += 1;
                    continue;
                }
                Judgement::Unjudged => {
                    self.unjudged += 1;
                    continue;
                }
            }
            match Search::new(&result.original, &result.fused).run(result.program) {
                Found::Fused { text, titles } => {
                    self.offered += 1;
                    self.after_interchange +=
                        usize::from(titles.iter().any(|it| it.starts_with("Interchange")));
                    offered.push((before, text, titles));
                }
                Found::Refused(reasons) => self.missing.push(format!(
                    "{}: {:?}\nwe say:\n{}\n--- program\n{}\n--- after the pass\n{}",
                    result.mode,
                    result.fused,
                    reasons.join("\n"),
                    result.program,
                    result.text
                )),
            }
        }
        let texts: Vec<String> = offered.iter().map(|it| it.1.clone()).collect();
        for ((before, text, titles), after) in offered.iter().zip(tools.modules(&texts)) {
            let after = after.unwrap_or_else(|it| panic!("{titles:?}\n{it}\n{text}"));
            if let Judgement::Wrong(what) = judged(before, &after) {
                panic!("{titles:?}\n{what}\n{text}");
            }
        }
    }

    fn finish(&self) {
        println!(
            "{} programs, {} fused, {} of them correctly ({} by luck, {} wrongly, {} unjudged), {} offered, {} after an interchange",
            self.programs,
            self.fused,
            self.correct,
            self.lucky,
            self.wrong,
            self.unjudged,
            self.offered,
            self.after_interchange
        );
        assert!(self.missing.is_empty(), "{} are missing\n{}", self.missing.len(), self.missing.join("\n\n"));
    }
}

/// All results of the pass for these programs, each once.
fn results<'a>(tools: &Tools, programs: &'a [String]) -> Vec<Outcome<'a>> {
    let mut found: BTreeMap<(usize, String), Outcome<'a>> = BTreeMap::new();
    for mode in MODES {
        let pipeline = format!("--pass-pipeline=builtin.module(func.func(affine-loop-fusion{{{mode}}}))");
        let printed = tools.printed(programs, &[&pipeline, "--mlir-print-local-scope"]);
        for (at, (program, text)) in programs.iter().zip(printed).enumerate() {
            let Some(text) = text else { continue };
            let original = Structure::of(program);
            let fused = original.fused_in(&Structure::of(&text));
            if !fused.is_empty() {
                let result = Outcome { program, mode, text: text.clone(), original, fused };
                found.entry((at, text)).or_insert(result);
            }
        }
    }
    found.into_values().collect()
}

enum Judgement {
    Correct,
    Lucky,
    Wrong(String),
    Unjudged,
}

fn judged(before: &Module, after: &Module) -> Judgement {
    match compare(before, after, "kernel", Speculation::Nothing) {
        Verdict::Different(what) => Judgement::Wrong(what),
        Verdict::Unjudged(_) => Judgement::Unjudged,
        Verdict::Same => {
            let arithmetic = Arithmetic::OpaqueStores;
            match compare_with(before, after, "kernel", Speculation::Nothing, arithmetic) {
                Verdict::Different(_) => Judgement::Lucky,
                _ => Judgement::Correct,
            }
        }
    }
}

/// Whether the pass sees all that touches memory. It looks at accesses of the affine dialect only, and takes a call to
/// touch its operands at most; we take one of unknown effects to touch what it can reach.
fn is_affine(program: &str) -> bool {
    ["func.call", "memref.load", "memref.store"].iter().all(|it| !program.contains(it))
}

/// So many programs in the short profile, and in the long one a fifth of the cases that other tests have.
fn count(short: u64) -> u64 {
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|it| it.parse::<u64>().ok());
    cases.filter(|it| *it > 1000).map_or(short, |it| it / 5)
}

/// So many programs are looked at together.
const AT_ONCE: u64 = 64;

fn check(count: u64, program: impl Fn(u64) -> String) {
    let Some(tools) = Tools::find() else { return };
    let mut tally = Tally::default();
    let mut seed = 0;
    while seed < count {
        let end = count.min(seed + AT_ONCE);
        let programs: Vec<String> = (seed..end).map(&program).filter(|it| is_affine(it)).collect();
        tally.add(&tools, &programs);
        seed = end;
    }
    tally.finish();
    assert!(tally.correct * 10 >= tally.programs, "the pass fuses too little");
}

#[test]
fn programs_that_the_pass_fuses() {
    check(count(24), programs::program);
}

/// Those of our offers that the pass has no like of are right as well.
#[test]
fn all_offers_for_these_programs() {
    let Some(tools) = Tools::find() else { return };
    let mut judge = Judge::new(&tools);
    for seed in 0..count(24) {
        judge.add_kind(&Document::of_kernel(programs::program(seed)), FUSE);
    }
    judge.finish().assert_sound();
}

#[test]
fn kernels_that_share_buffers() {
    check(count(32), |seed| part_of_kernel(&kernel(Profile::Fusion, seed)));
}

#[test]
fn kernels_by_hand() {
    let Some(tools) = Tools::find() else { return };
    let mut tally = Tally::default();
    let programs: Vec<String> = traps().iter().map(|it| part_of_kernel(it)).collect();
    let programs: Vec<String> = programs.into_iter().filter(|it| is_affine(it)).collect();
    tally.add(&tools, &programs);
    tally.finish();
}
