//! Lowered twins: what is said of an affine program is said of what `mlir-opt --lower-affine` makes of it.
//!
//! The answers about the affine program are taken for the truth. Accesses are matched by their order, loops by theirs;
//! where the lowering has folded some away, a function is counted apart.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use affine_analyzer_tests::kernels::{Profile, kernel};
use affine_analyzer_tests::texts;
use affine_analyzer_tests::tools::{Tools, split_parts};

use crate::answer::{Answer, answers};
use crate::judge::{Counts, Extent, TrueAccess, Truth};
use crate::listing::{Function, functions, with_uses};

/// Names a folder with `.mlir` files, taken recursively, that take the place of the repository's programs.
const VARIABLE: &str = "AFFINE_ANALYZER_TWINS";

pub(crate) const LOWERINGS: &[&[&str]] =
    &[&["--lower-affine"], &["--lower-affine", "--canonicalize", "--cse"]];

/// Random kernels of each profile.
const KERNELS: u64 = 10;

pub(crate) fn programs() -> Vec<String> {
    let texts = match std::env::var_os(VARIABLE) {
        Some(folder) => {
            let paths = texts::paths(Path::new(&folder), "mlir");
            paths.iter().filter_map(|it| std::fs::read_to_string(it).ok()).collect()
        }
        None => {
            let profiles = [Profile::Fusion, Profile::Vectors, Profile::Nests, Profile::Stencils];
            let kernels = profiles.iter().flat_map(|it| (0..KERNELS).map(|seed| kernel(*it, seed)));
            [texts::texts(), kernels.collect()].concat()
        }
    };
    let parts = texts.iter().flat_map(|it| split_parts(it));
    parts.filter(|it| it.contains("affine.for") || it.contains("affine.parallel")).collect()
}

/// What is judged, and what is not.
#[derive(Default)]
struct Report {
    counts: Counts,
    functions: usize,
    /// Functions of which the lowering has folded accesses or loops away.
    folded: usize,
    /// Functions with loops that are not counted before the lowering.
    not_counted: usize,
    /// Programs that the passes do not take.
    refused: usize,
}

/// A program in which each operation has a line of its own.
struct Program {
    text: String,
    functions: Vec<Function>,
    answers: BTreeMap<String, Answer>,
}

impl Program {
    fn new(text: String) -> Self {
        Self { functions: functions(&text), answers: answers(&text), text }
    }
}

#[test]
fn twins() {
    let Some(tools) = Tools::find() else { return };
    let printed = tools.printed(&programs(), &[]);
    let programs: Vec<String> = printed.iter().flatten().map(|it| with_uses(it)).collect();
    let originals: Vec<_> = programs.iter().map(|it| Program::new(it.clone())).collect();
    let mut itself = Report::default();
    for original in &originals {
        itself.judge(original, original);
    }
    assert!(itself.functions > 0);
    let exact = Counts { exact: itself.counts.exact, ..Counts::default() };
    assert_eq!(itself.counts.summary(), exact.summary(), "a program is its own twin");
    for passes in LOWERINGS {
        let mut report = Report::default();
        for (original, twin) in originals.iter().zip(tools.printed(&programs, passes)) {
            match twin {
                Some(twin) => report.judge(original, &Program::new(twin)),
                None => report.refused += 1,
            }
        }
        let Report { counts, functions, folded, not_counted, refused } = report;
        println!(
            "{}: {functions} functions: {}; {folded} functions folded, {not_counted} with loops that are not counted, \
             {refused} programs refused",
            passes.join(" "),
            counts.summary()
        );
        assert!(functions > 0);
        let wrong: Vec<_> = counts.wrong.iter().take(5).cloned().collect();
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}

impl Report {
    fn judge(&mut self, original: &Program, twin: &Program) {
        let names: BTreeSet<&str> = original.functions.iter().map(|it| it.name.as_str()).collect();
        if names.len() < original.functions.len() {
            return;
        }
        for function in original.functions.iter().filter(|it| !it.accesses.is_empty()) {
            let Some(lowered) = twin.functions.iter().find(|it| it.name == function.name) else { continue };
            let Some(answer) = original.answers.get(&function.name) else { continue };
            if !has_same_shape(function, lowered) {
                self.folded += 1;
                continue;
            }
            let Some(truth) = truth(function, lowered, answer) else {
                self.not_counted += 1;
                continue;
            };
            self.functions += 1;
            let mut counts = Counts::default();
            counts.judge(&truth, twin.answers.get(&function.name).unwrap_or(&Answer::default()));
            for wrong in &mut counts.wrong {
                *wrong = format!("@{}: {wrong}\n{}\n{}", function.name, original.text, twin.text);
            }
            self.counts.add(counts);
        }
    }
}

fn has_same_shape(original: &Function, twin: &Function) -> bool {
    let shape = |it: &Function| -> Vec<(bool, usize)> {
        it.accesses.iter().map(|it| (it.is_write, it.loops.len())).collect()
    };
    shape(original) == shape(twin)
}

/// About the twin, from the answer about the original.
fn truth(original: &Function, twin: &Function, answer: &Answer) -> Option<Truth> {
    let analysed: Vec<_> = original.accesses.iter().map(|it| answer.accesses.get(&it.line)).collect();
    let is_counted = |(access, analysed): (&crate::listing::Access, &Option<&crate::answer::Access>)| {
        analysed.is_none_or(|it| it.loops.len() == access.loops.len())
    };
    if !original.accesses.iter().zip(&analysed).all(is_counted) {
        return None;
    }
    let accesses = twin.accesses.iter().map(|it| TrueAccess {
        line: it.line,
        loops: it.loops.iter().map(|it| vec![it.clone()]).collect(),
        is_hard: false,
    });
    let place = |id: usize| analysed.iter().position(|it| it.is_some_and(|it| it.id == id));
    let mut truth = Truth { accesses: accesses.collect(), ..Truth::default() };
    for (key, claim) in &answer.claims {
        let Some((source, sink)) = place(key.0).zip(place(key.1)) else { continue };
        if claim.may_not_exist {
            truth.unsure.insert((source, sink));
        } else {
            let extent = Extent { components: claim.components.clone(), distances: claim.distances.clone() };
            truth.dependences.insert((source, sink, key.2), extent);
        }
    }
    for source in 0..analysed.len() {
        for sink in 0..analysed.len() {
            let is_computed = |source: usize, sink: usize| {
                let (Some(a), Some(b)) = (analysed[source], analysed[sink]) else { return false };
                !answer.not_computed.iter().any(|it| it.contains(&a.id) && it.contains(&b.id))
            };
            if !is_computed(source, sink) {
                truth.unsure.insert((source, sink));
            }
        }
    }
    Some(truth)
}
