//! What `check` warns of in random programs, against running them.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::process::Stdio;

use affine_analyzer_tests::program;
use serde_json::Value;

use crate::program::{Event, MEMREFS, Mark, Trace};
use crate::random_programs::{AT_ONCE, Judged, count, function, programs};

/// One warning or hint; lines count from that of the function.
struct Claim {
    code: String,
    message: String,
    line: usize,
    /// Of the first related place in the function.
    other: Option<usize>,
}

/// Where the memory of a program comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Memory {
    /// Arguments, whose contents the caller sees.
    Arguments,
    /// Buffers of the function.
    Own,
}

/// A program with memory of certain sizes, as a text, and what happens when it runs.
struct Case<'p> {
    judged: &'p Judged,
    memory: Memory,
    sizes: Vec<Vec<i64>>,
    text: String,
    /// By access.
    lines: Vec<usize>,
    marks: BTreeMap<usize, Mark>,
    traces: &'p [Trace],
}

impl<'p> Case<'p> {
    fn of(judged: &'p Judged, traces: &'p [Trace], memory: Memory, name: &str) -> Self {
        let printed = judged.program.text(name);
        let sizes: Vec<Vec<i64>> = (0..MEMREFS.len()).map(|it| sizes(judged, traces, it)).collect();
        let mut text = printed.text;
        let mut allocations = String::new();
        for ((name, dims), sizes) in MEMREFS.iter().zip(&sizes) {
            let written = sizes.iter().map(|it| format!("{it}x")).collect::<String>();
            let ty = format!("memref<{written}f32>");
            let general = format!("memref<{}f32>", "100x".repeat(*dims));
            text = text.replace(&general, &ty);
            if memory == Memory::Own {
                text = text.replacen(&format!("{name}: {ty}, "), "", 1);
                allocations += &format!("  {name} = memref.alloc() : {ty}\n");
            }
        }
        let shift = allocations.lines().count();
        text = text.replacen("{\n", &format!("{{\n{allocations}"), 1);
        Self {
            judged,
            memory,
            sizes,
            text,
            lines: printed.lines.iter().map(|it| it + shift).collect(),
            marks: printed.marks.iter().map(|(mark, line)| (line + shift, *mark)).collect(),
            traces,
        }
    }

    fn is_inside(&self, event: &Event) -> bool {
        event.element.iter().zip(&self.sizes[event.memref]).all(|(at, size)| (0..*size).contains(at))
    }

    /// Whether no access leaves its memory, so that all of it has a meaning.
    fn is_defined(&self) -> bool {
        self.traces.iter().all(|it| it.events.iter().all(|event| self.is_inside(event)))
    }

    fn is_store(&self, event: &Event) -> bool {
        self.judged.program.accesses[event.access].is_store
    }

    fn access_at(&self, line: usize) -> Option<usize> {
        self.lines.iter().position(|it| *it == line)
    }

    /// Whether a warning is right; `None` of what is not judged here, and of what never runs: it is said of all values of
    /// symbols with which the access runs.
    fn holds(&self, claim: &Claim) -> Option<bool> {
        let mark = self.marks.get(&claim.line).copied();
        let access = self.access_at(claim.line);
        let other = claim.other.and_then(|it| self.access_at(it));
        let never = |is_so: &dyn Fn(&Trace, Mark) -> bool| {
            let mark = mark?;
            Some(!self.traces.iter().any(|it| is_so(it, mark)))
        };
        match claim.code.as_str() {
            "zero-trip-loop" => never(&|trace, loop_| trace.entered.contains(&loop_)),
            "condition-always-true" => never(&|trace, it| trace.answers.contains(&(it, false))),
            "condition-always-false" => never(&|trace, it| trace.answers.contains(&(it, true))),
            "subscript-out-of-bounds" => {
                self.wherever(&|it| it.runs(access), &|it| it.of(access).any(|it| !self.is_inside(it)))
            }
            // Of what has no meaning anything may be said.
            _ if !self.is_defined() => None,
            "dead-store" => self.wherever(&|it| it.runs(access), &|it| self.is_dead(it, access)),
            "uninitialized-read" => {
                self.wherever(&|it| it.runs(access), &|it| self.reads_nothing(it, access, claim))
            }
            "redundant-load" => self.wherever(&|it| it.runs(access), &|it| self.is_known(it, access, other)),
            "race" => self.races(access, other.or(access), Some(claim)),
            "parallel-write-conflict" => self.races(access, access, None),
            "write-only-buffer" => {
                let memref =
                    MEMREFS.iter().position(|it| claim.message.starts_with(&format!("{} ", it.0)))?;
                Some(!self.events().any(|it| it.memref == memref && !self.is_store(it)))
            }
            _ => None,
        }
    }

    /// Whether something happens in each run that it is said of; `None` without such a run.
    fn wherever(&self, runs: &dyn Fn(&Trace) -> bool, happens: &dyn Fn(&Trace) -> bool) -> Option<bool> {
        let mut found = None;
        for trace in self.traces.iter().filter(|it| runs(it)) {
            found = Some(found.unwrap_or(true) && happens(trace));
        }
        found
    }

    fn events(&self) -> impl Iterator<Item = &Event> {
        self.traces.iter().flat_map(|it| &it.events)
    }

    /// Whether all that a store writes is overwritten, or lost with the memory, before it is read.
    fn is_dead(&self, trace: &Trace, store: Option<usize>) -> bool {
        let events = trace.events.iter().enumerate().filter(|it| Some(it.1.access) == store);
        events.into_iter().all(|(at, event)| {
            let next = trace.events[at + 1..].iter().find(|it| is_same_element(it, event));
            next.map_or(self.memory == Memory::Own, |it| self.is_store(it))
        })
    }

    /// Whether a load reads an element before anything is written there: the one that the message names, if that is
    /// said of no values of symbols alone.
    fn reads_nothing(&self, trace: &Trace, load: Option<usize>, claim: &Claim) -> bool {
        let reads = trace.events.iter().enumerate().filter(|it| Some(it.1.access) == load);
        reads.into_iter().any(|(at, event)| {
            let before = &trace.events[..at];
            claim.names(event) && !before.iter().any(|it| self.is_store(it) && is_same_element(it, event))
        })
    }

    /// Whether a load always gives what another access has given or written last in the same element.
    fn is_known(&self, trace: &Trace, load: Option<usize>, first: Option<usize>) -> bool {
        let reads = trace.events.iter().enumerate().filter(|it| Some(it.1.access) == load);
        reads.into_iter().all(|(at, event)| {
            let before = trace.events[..at].iter().rev();
            let mut since = before.take_while(|it| Some(it.access) != first);
            let is_kept = since.all(|it| !self.is_store(it) || !is_same_element(it, event));
            let last = trace.events[..at].iter().rev().find(|it| Some(it.access) == first);
            is_kept && last.is_some_and(|it| is_same_element(it, event))
        })
    }

    /// Whether two iterations of a parallel loop touch an element, at least one writing, wherever the accesses run in
    /// several iterations.
    fn races(&self, first: Option<usize>, second: Option<usize>, claim: Option<&Claim>) -> Option<bool> {
        let pairs = |trace: &Trace, meets: &dyn Fn(&Event, &Event) -> bool| {
            trace
                .of(first)
                .any(|one| trace.of(second).any(|other| are_parallel(one, other) && meets(one, other)))
        };
        let writes = |one: &Event, other: &Event| self.is_store(one) || self.is_store(other);
        self.wherever(&|it| pairs(it, &|_, _| true), &|it| {
            pairs(it, &|one, other| {
                let is_named = claim.is_none_or(|it| it.names(one));
                is_named && is_same_element(one, other) && writes(one, other)
            })
        })
    }
}

impl Claim {
    /// Whether an event is at the element that is named. With other values of symbols it is another one.
    fn names(&self, event: &Event) -> bool {
        self.message.contains(&element(event)) || self.message.contains(" when ")
    }
}

impl Trace {
    fn of(&self, access: Option<usize>) -> impl Iterator<Item = &Event> {
        self.events.iter().filter(move |it| Some(it.access) == access)
    }

    fn runs(&self, access: Option<usize>) -> bool {
        self.of(access).next().is_some()
    }
}

/// Whether two accesses are in different iterations of one parallel loop.
fn are_parallel(first: &Event, second: &Event) -> bool {
    let mut bands = first.parallel.iter().zip(&second.parallel);
    bands.any(|(one, other)| one.0 == other.0 && one.1 != other.1)
}

fn is_same_element(first: &Event, second: &Event) -> bool {
    (first.memref, &first.element) == (second.memref, &second.element)
}

/// `%A[1, 2]`
fn element(event: &Event) -> String {
    let at: Vec<String> = event.element.iter().map(i64::to_string).collect();
    format!("{}[{}]", MEMREFS[event.memref].0, at.join(", "))
}

/// Sizes that hold all elements that are touched, or by chance one less.
fn sizes(judged: &Judged, traces: &[Trace], memref: usize) -> Vec<i64> {
    let events = || traces.iter().flat_map(|it| &it.events).filter(|it| it.memref == memref);
    let size = |dim: usize| {
        let last = events().map(|it| it.element[dim]).max().unwrap_or(0).clamp(0, 200);
        let is_less = (judged.seed / 3 + dim as u64).is_multiple_of(5);
        (last + i64::from(!is_less)).max(1)
    };
    (0..MEMREFS[memref].1).map(size).collect()
}

/// What is said of each function of a text, by its first line.
fn claims(text: &str) -> BTreeMap<usize, Vec<Claim>> {
    let mut command = program::command(&["check", "--format", "json", "-"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let written = text.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(written.as_bytes()));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let starts: BTreeSet<usize> =
        text.lines().enumerate().filter(|it| it.1.starts_with("func.func")).map(|it| it.0).collect();
    let mut found: BTreeMap<usize, Vec<Claim>> = BTreeMap::new();
    let line = |it: &Value| usize::try_from(it["range"]["start"]["line"].as_u64().unwrap()).unwrap();
    for finding in report["files"][0]["diagnostics"].as_array().unwrap() {
        let at = line(finding);
        let Some(start) = starts.range(..=at).next_back() else { continue };
        let related = finding["related"].as_array().into_iter().flatten().map(line);
        let text_of = |name: &str| finding[name].as_str().unwrap().to_owned();
        found.entry(*start).or_default().push(Claim {
            code: text_of("code"),
            message: text_of("message"),
            line: at - start,
            other: related.filter_map(|it| it.checked_sub(*start)).next(),
        });
    }
    found
}

#[test]
fn warnings() {
    let programs: Vec<Judged> = programs(count()).collect();
    let mut right: BTreeMap<String, usize> = BTreeMap::new();
    let mut wrong = Vec::new();
    for programs in programs.chunks(AT_ONCE) {
        let traces: Vec<Vec<Trace>> = programs.iter().map(|it| it.program.traces().unwrap()).collect();
        let mut cases = Vec::new();
        for (judged, traces) in programs.iter().zip(&traces) {
            for memory in [Memory::Arguments, Memory::Own] {
                cases.push(Case::of(judged, traces, memory, &function(cases.len())));
            }
        }
        let text: String = cases.iter().map(|it| it.text.as_str()).collect();
        let mut claims = claims(&text);
        let mut start = 0;
        for case in &cases {
            for claim in claims.remove(&start).unwrap_or_default() {
                match case.holds(&claim) {
                    Some(true) => *right.entry(claim.code).or_default() += 1,
                    Some(false) => wrong.push(format!(
                        "seed {}, line {}: {}: {}\n{}",
                        case.judged.seed, claim.line, claim.code, claim.message, case.text
                    )),
                    None => {}
                }
            }
            start += case.text.lines().count();
        }
    }
    println!("{} programs: {right:?}, {} wrong", programs.len(), wrong.len());
    assert!(wrong.is_empty(), "{}", wrong.iter().take(5).cloned().collect::<Vec<_>>().join("\n"));
    let judged =
        ["condition-always-false", "subscript-out-of-bounds", "uninitialized-read", "zero-trip-loop"];
    let missing: Vec<_> = judged.into_iter().filter(|it| !right.contains_key(*it)).collect();
    assert!(missing.is_empty(), "nothing is said of {missing:?}");
}

/// Judges the judge: of what is said at the wrong place, something is found wrong for each kind.
#[test]
fn warnings_at_the_wrong_place() {
    let programs: Vec<Judged> = programs(400).collect();
    let codes = [
        "condition-always-false",
        "condition-always-true",
        "dead-store",
        "parallel-write-conflict",
        "race",
        "redundant-load",
        "subscript-out-of-bounds",
        "uninitialized-read",
        "zero-trip-loop",
    ];
    let mut unfound: BTreeSet<&str> = codes.into();
    for judged in &programs {
        let traces = judged.program.traces().unwrap();
        let case = Case::of(judged, &traces, Memory::Arguments, "f");
        let places = case.lines.iter().chain(case.marks.keys());
        for (line, code) in places.flat_map(|line| codes.map(|it| (*line, it))) {
            let claim =
                Claim { code: code.to_owned(), message: " when ".to_owned(), line, other: Some(line) };
            if case.holds(&claim) == Some(false) {
                unfound.remove(code);
            }
        }
    }
    assert!(unfound.is_empty(), "{unfound:?}");
}
