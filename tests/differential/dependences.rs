//! Our dependences against running the program, and MLIR's against ours: every difference has a known cause.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::process::{Command, Stdio};

use affine_analyzer_tests::requirement;
use analysis::{FunctionDependences, Host, Integer};

use crate::affine_program::{Access, Dependences, Feature, Program};

/// Bounds of each component; none where MLIR says `true` or there is no common loop.
type Ranges = Vec<(Option<i64>, Option<i64>)>;
type Answers = BTreeMap<(usize, usize, usize), Ranges>;

/// So many programs are one file; MLIR compares accesses across functions too.
const AT_ONCE: usize = 8;

/// MLIR takes seconds for some programs.
const MOST_PROGRAMS: u64 = 2000;

#[test]
fn random_programs() {
    let Some(mlir_opt) = requirement::program(&["mlir-opt-22", "mlir-opt"]) else { return };
    let asked = std::env::var("PROPTEST_CASES").ok().and_then(|it| it.parse::<u64>().ok());
    let count = asked.unwrap_or(200).min(MOST_PROGRAMS);
    let mut causes = BTreeMap::new();
    let mut crashes = 0;
    for first in (0..count).step_by(AT_ONCE) {
        let programs: Vec<_> = (first..count.min(first + AT_ONCE as u64)).map(Program::random).collect();
        let texts: Vec<_> = programs.iter().enumerate().map(|(at, it)| it.text(&format!("f{at}"))).collect();
        let text = texts.concat();
        let mut host = Host::new();
        let file = host.add_file(&text);
        let ours = host.analysis().dependences(file);
        let counts: Vec<_> = programs.iter().map(|it| it.accesses.len()).collect();
        let theirs = match of_mlir(&mlir_opt, &text, &counts) {
            Some(theirs) => theirs.into_iter().map(Some).collect(),
            None => {
                texts.iter().zip(&counts).map(|it| of_mlir_alone(&mlir_opt, it.0, *it.1)).collect::<Vec<_>>()
            }
        };
        crashes += theirs.iter().filter(|it| it.is_none()).count() as u64;
        for (at, program) in programs.iter().enumerate() {
            let executed = program.run();
            assert_eq!(answers(&ours[at]), ranges(&executed), "seed {}\n{}", first + at as u64, texts[at]);
            assert_distances(&ours[at], &executed);
            let Some(theirs) = &theirs[at] else { continue };
            for (key, cause) in differences(program, &ranges(&executed), theirs) {
                let cause = cause.unwrap_or_else(|| {
                    let ours = ranges(&executed).get(&key).cloned();
                    let theirs = theirs.get(&key);
                    panic!("seed {}, {key:?}: {ours:?} and {theirs:?}\n{}", first + at as u64, texts[at])
                });
                *causes.entry(cause).or_insert(0) += 1;
            }
        }
    }
    // If no difference is left, the comparison has gone wrong.
    assert!(causes.len() >= 4, "{causes:?}");
    assert!(crashes * 20 <= count, "{crashes} of {count}");
}

/// Why MLIR's answer is not the exact one.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Cause {
    Features(BTreeSet<Feature>),
    /// Rational points only, or divisibility: MLIR's answer contains the exact one.
    Rational,
}

/// Where the answers differ, with the cause if there is one.
fn differences(
    program: &Program,
    exact: &Answers,
    theirs: &Answers,
) -> Vec<((usize, usize, usize), Option<Cause>)> {
    // Within one iteration MLIR says `true`.
    let within = |key: &(usize, usize, usize), ranges: &Ranges| {
        if key.2 > ranges.len() { Vec::new() } else { ranges.clone() }
    };
    let exact: &Answers = &exact.iter().map(|(key, ranges)| (*key, within(key, ranges))).collect();
    let keys: BTreeSet<_> = exact.keys().chain(theirs.keys()).copied().collect();
    let differ = keys.into_iter().filter(|key| exact.get(key) != theirs.get(key));
    differ
        .map(|key| {
            let both: [&Access; 2] = [&program.accesses[key.0], &program.accesses[key.1]];
            let features: BTreeSet<_> = both.iter().flat_map(|it| &it.features).copied().collect();
            let is_wider = match (exact.get(&key), theirs.get(&key)) {
                (None, _) => true,
                (Some(_), None) => false,
                (Some(exact), Some(wide)) => contains(wide, exact),
            };
            // Nothing but the else region loses dependences.
            let cause = match (is_wider, features.contains(&Feature::ElseRegion)) {
                (false, false) => None,
                (_, true) => Some(Cause::Features(features)),
                (true, false) if features.is_empty() => Some(Cause::Rational),
                (true, false) => Some(Cause::Features(features)),
            };
            (key, cause)
        })
        .collect()
}

fn contains(wide: &Ranges, narrow: &Ranges) -> bool {
    wide.len() == narrow.len()
        && wide.iter().zip(narrow).all(|(wide, narrow)| {
            wide.0.is_none_or(|end| narrow.0.is_some_and(|it| end <= it))
                && wide.1.is_none_or(|end| narrow.1.is_some_and(|it| end >= it))
        })
}

fn ranges(executed: &Dependences) -> Answers {
    let range = |distances: &BTreeSet<Vec<i64>>| {
        let loops = distances.first().map_or(0, Vec::len);
        let of = |dim: usize| distances.iter().map(move |it| it[dim]);
        (0..loops).map(|dim| (of(dim).min(), of(dim).max())).collect()
    };
    executed.iter().map(|(key, distances)| (*key, range(distances))).collect()
}

fn answers(function: &FunctionDependences) -> Answers {
    let end = |it: &Option<Integer>| it.as_ref().and_then(Integer::to_i64);
    let ranges = |it: &analysis::Dependence| {
        assert_eq!(it.unknown, None);
        it.components.iter().map(|it| (end(&it.lower), end(&it.upper))).collect()
    };
    function.dependences.iter().map(|it| ((it.source, it.sink, it.depth), ranges(it))).collect()
}

/// The lists are exactly the distances seen, where they are few.
fn assert_distances(function: &FunctionDependences, executed: &Dependences) {
    for it in &function.dependences {
        let Some(seen) = executed.get(&(it.source, it.sink, it.depth)) else { continue };
        let expected = (seen.len() <= 16 && !it.components.is_empty()).then(|| {
            seen.iter()
                .map(|it| it.iter().copied().map(Integer::from).collect::<Vec<_>>())
                .collect::<Vec<_>>()
        });
        assert_eq!(it.distances.as_deref(), expected.as_deref());
    }
}

/// MLIR's answers for functions with so many accesses each, which it numbers throughout; `None` where it crashes.
fn of_mlir(mlir_opt: &std::path::Path, text: &str, accesses: &[usize]) -> Option<Vec<Answers>> {
    let mut child = Command::new(mlir_opt)
        .args(["-test-memref-dependence-check", "-mlir-disable-threading"])
        .args(["-mlir-print-op-on-diagnostic=false", "-o", "/dev/null"])
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let text = text.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(text.as_bytes()));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    let remarks = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        return None;
    }
    let mut answers = vec![Answers::new(); accesses.len()];
    for remark in remarks.lines() {
        let Some((_, answer)) = remark.split_once(" remark: dependence from ") else { continue };
        let (key, answer) = answer.split_once(" = ").unwrap();
        let mut numbers = key.split(' ').filter_map(|it| it.parse::<usize>().ok());
        let mut number = || numbers.next().unwrap();
        if answer != "false" {
            let (mut source, mut sink, depth) = (number(), number(), number());
            let mut function = 0;
            while source >= accesses[function] {
                source -= accesses[function];
                sink -= accesses[function];
                function += 1;
            }
            let ranges = match answer.strip_prefix('[') {
                Some(ranges) => ranges.trim_end_matches(']').split("][").map(range).collect(),
                None => Vec::new(),
            };
            answers[function].insert((source, sink, depth), ranges);
        }
    }
    Some(answers)
}

fn of_mlir_alone(mlir_opt: &std::path::Path, text: &str, accesses: usize) -> Option<Answers> {
    of_mlir(mlir_opt, text, &[accesses])?.pop()
}

/// `-1, +inf`
fn range(text: &str) -> (Option<i64>, Option<i64>) {
    let (lower, upper) = text.split_once(", ").unwrap();
    (lower.parse().ok(), upper.parse().ok())
}
