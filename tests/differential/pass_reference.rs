//! Where a pass of MLIR transforms a loop correctly, our action is offered for that loop.
//!
//! Random kernels are given to each pass that we have an action for. Loops carry a number in an attribute, and passes
//! change loops in place, keep them or make others without the attribute; so the output tells which loops a pass has
//! transformed. Passes that remove accesses or move them out of loops are compared by the accesses that are left.
//! Results that are wrong, or right for these operations only, say nothing.

mod shape;

use std::collections::BTreeMap;

use affine_analyzer_tests::equivalence::{Speculation, Verdict, compare, compare_with};
use affine_analyzer_tests::interpreter::Module;
use affine_analyzer_tests::kernels::{Profile, kernel};
use affine_analyzer_tests::opaque::Arithmetic;
use analysis::{Host, Settings, TextRange, TextSize};

use crate::tools::Tools;
use crate::transformations::{Document, part_of_kernel};
use shape::{Shape, numbered};

/// A pass and the action that does the same.
struct Pass {
    pipeline: &'static str,
    action: &'static str,
    compared: Compared,
    /// For which the result has to be right, too: not where terms of reductions change their order.
    arithmetic: Arithmetic,
    /// What refusals of ours say for which there is a reason, and the reason. Each is met.
    known: &'static [(&'static str, &'static str)],
}

/// How what the pass has done is compared with what we offer.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Compared {
    /// Each loop that is not what it was has an offer.
    Loops,
    /// As `Loops`, where the pass transforms several loops as one: the outermost of them.
    OutermostLoops,
    /// As `OutermostLoops` of those that our action says anything about: jamming needs a loop inside.
    OutermostOfSeveral,
    /// As `Loops`, where the pass makes all loops of a nest anew, in their order.
    LoopsInOrder,
    /// After all of our offers as few accesses are left.
    Accesses,
    /// As `Accesses`, each counted as often as there are loops around it.
    AccessesInLoops,
}

const FAR: (&str, &str) =
    ("near the ends of 64 bits", "whether all that the new loops compute fits is not asked number by number");

const VIEWS: (&str, &str) = ("may be the same memory", "views are taken to be memory of their own");

const AGAIN: &str = "dependences forbid it; iterations store again what they have stored before";

const NOT_AFFINE: (&str, &str) = ("may touch", "the pass does not look at accesses that are not affine");

const PASSES: &[Pass] = &[
    Pass {
        pipeline: "affine-scalrep",
        action: "scalarReplace",
        compared: Compared::Accesses,
        arithmetic: Arithmetic::Opaque,
        known: &[],
    },
    Pass {
        pipeline: "affine-loop-invariant-code-motion",
        action: "licm",
        compared: Compared::AccessesInLoops,
        arithmetic: Arithmetic::Opaque,
        known: &[
            (
                "the loop may have no iteration, and then it must not run",
                "it does for the inputs that are tried",
            ),
            ("may touch the same element in the loop", "views are taken to be memory of their own"),
        ],
    },
    Pass {
        pipeline: "affine-loop-unroll-jam{unroll-jam-factor=4}",
        action: "unrollJam",
        compared: Compared::OutermostOfSeveral,
        arithmetic: Arithmetic::OpaqueStores,
        known: &[FAR, ("would exchange the two ends of a dependence", AGAIN), NOT_AFFINE],
    },
    Pass {
        pipeline: "affine-parallelize{parallel-reductions=true}",
        action: "parallelize",
        compared: Compared::Loops,
        arithmetic: Arithmetic::Real,
        known: &[VIEWS],
    },
    Pass {
        pipeline: "affine-super-vectorize{virtual-vector-size=4 vectorize-reductions=true}",
        action: "vectorize",
        compared: Compared::LoopsInOrder,
        arithmetic: Arithmetic::Real,
        known: &[
            FAR,
            ("the loop never runs", "vectors would be of no use"),
            ("the loop runs only", "vectors would be of no use"),
            ("moves by", "the loop is never reached, or too short for its subscripts to wrap"),
            ("whose type is not known", "an operation gives it whose form is not known"),
            VIEWS,
        ],
    },
    Pass {
        pipeline: "affine-loop-tile{tile-size=2}",
        action: "tile",
        compared: Compared::OutermostLoops,
        arithmetic: Arithmetic::OpaqueStores,
        known: &[
            FAR,
            VIEWS,
            ("would run the two ends of a dependence in the opposite order", AGAIN),
            NOT_AFFINE,
        ],
    },
    Pass {
        pipeline: "affine-loop-unroll{unroll-factor=4}",
        action: "unroll",
        compared: Compared::Loops,
        arithmetic: Arithmetic::Opaque,
        known: &[FAR],
    },
    Pass {
        pipeline: "affine-loop-normalize",
        action: "normalize",
        compared: Compared::Loops,
        arithmetic: Arithmetic::Opaque,
        known: &[FAR],
    },
];

/// What has been seen of one pass.
#[derive(Debug, Default)]
struct Tally {
    /// Programs that the pass changes, and those of them whose results are right.
    changed: usize,
    correct: usize,
    /// Loops, or programs, for which our offers are compared.
    compared: usize,
    /// Known misses by what we say.
    known: BTreeMap<&'static str, usize>,
    missing: Vec<String>,
}

impl Pass {
    fn check(&self, tools: &Tools, programs: &[String]) -> Tally {
        let mut tally = Tally::default();
        let pipeline = format!("--pass-pipeline=builtin.module(func.func({}))", self.pipeline);
        let options = ["--mlir-print-op-generic", "--mlir-print-local-scope"];
        let before = tools.printed(programs, &options);
        let after = tools.printed(programs, &[&options[..], &[&pipeline]].concat());
        let mut changed = Vec::new();
        for ((program, before), after) in programs.iter().zip(before).zip(after) {
            let (Some(before), Some(after)) = (before, after) else { continue };
            if before != after {
                changed.push((program, before, after));
            }
        }
        tally.changed = changed.len();
        let texts: Vec<String> = changed.iter().flat_map(|it| [it.1.clone(), it.2.clone()]).collect();
        let mut modules = tools.modules(&texts).into_iter();
        for (program, before, after) in &changed {
            let modules = (modules.next().unwrap().unwrap(), modules.next().unwrap());
            if !modules.1.is_ok_and(|it| self.is_correct(&modules.0, &it)) {
                continue;
            }
            tally.correct += 1;
            let (before, after) = (Shape::of(before), Shape::of(after));
            match self.compared {
                Compared::Accesses | Compared::AccessesInLoops => {
                    self.compare_accesses(tools, program, (&before, &after), &mut tally);
                }
                _ => self.compare_loops(program, &self.transformed(&before, &after), &mut tally),
            }
        }
        tally
    }

    fn is_correct(&self, before: &Module, after: &Module) -> bool {
        let speculation = match self.compared {
            Compared::AccessesInLoops => Speculation::Elements,
            _ => Speculation::Nothing,
        };
        let same = compare(before, after, "kernel", speculation) == Verdict::Same;
        let opaque = || compare_with(before, after, "kernel", speculation, self.arithmetic);
        same && (self.arithmetic == Arithmetic::Real || !matches!(opaque(), Verdict::Different(_)))
    }

    /// The loops of the original program that the pass has transformed.
    fn transformed(&self, before: &Shape, after: &Shape) -> Vec<usize> {
        match self.compared {
            Compared::LoopsInOrder => before.changed_in_order(after),
            Compared::OutermostLoops | Compared::OutermostOfSeveral => {
                before.outermost(&before.changed(after))
            }
            _ => before.changed(after),
        }
    }

    /// Each of these loops has an offer.
    fn compare_loops(&self, program: &str, transformed: &[usize], tally: &mut Tally) {
        let mut host = Host::new();
        host.set_settings(settings());
        let file = host.add_file(program);
        let whole = TextRange::up_to(TextSize::of(program));
        let starts: Vec<usize> = program.match_indices("affine.for").map(|it| it.0).collect();
        let offers = host.analysis().actions(file, whole);
        let kind = format!("refactor.rewrite.affine.{}", self.action);
        for number in transformed {
            let at = starts[*number];
            let here = offers.iter().filter(|it| it.kind == kind && usize::from(it.range.start()) == at);
            if self.compared == Compared::OutermostOfSeveral && here.clone().next().is_none() {
                continue;
            }
            tally.compared += 1;
            let refused: Option<Vec<&str>> = here.map(|it| it.disabled.as_deref()).collect();
            let Some(reasons) = refused else { continue };
            self.miss(&format!("loop {number}: {}", reasons.join("; ")), program, tally);
        }
    }

    fn compare_accesses(
        &self,
        tools: &Tools,
        program: &str,
        (before, after): (&Shape, &Shape),
        tally: &mut Tally,
    ) {
        let weigh = |shape: &Shape| shape.weight(self.compared == Compared::AccessesInLoops);
        if weigh(after) >= weigh(before) {
            return;
        }
        tally.compared += 1;
        let text = self.all_taken(program);
        let options = ["--mlir-print-op-generic", "--mlir-print-local-scope"];
        let printed = tools.printed(std::slice::from_ref(&text), &options).pop().flatten().unwrap();
        let ours = weigh(&Shape::of(&printed));
        if ours > weigh(after) {
            let accesses =
                format!("{} accesses before, {} after, {ours} with ours", weigh(before), weigh(after));
            let what = format!("{accesses}: {}", self.refusals(&text).join("; "));
            self.miss(&what, &format!("{program}\n--- ours\n{text}"), tally);
        }
    }

    /// Why nothing more of our kind is offered.
    fn refusals(&self, text: &str) -> Vec<String> {
        let mut host = Host::new();
        let file = host.add_file(text);
        let offers = host.analysis().actions(file, TextRange::up_to(TextSize::of(text)));
        let kind = format!("refactor.rewrite.affine.{}", self.action);
        offers.into_iter().filter(|it| it.kind == kind).filter_map(|it| it.disabled).collect()
    }

    /// The program after our offers, one after the other.
    fn all_taken(&self, program: &str) -> String {
        let mut document = Document::of_kernel(program.to_owned());
        for _ in 0..MOST_OFFERS {
            let kind = format!("refactor.rewrite.affine.{}", self.action);
            let Some(next) = document.applied(&kind).into_iter().next() else { break };
            document = Document::of_kernel(next.text);
        }
        document.text
    }

    fn miss(&self, what: &str, program: &str, tally: &mut Tally) {
        match self.known.iter().find(|it| what.contains(it.0)) {
            Some((known, _)) => *tally.known.entry(known).or_default() += 1,
            None => tally.missing.push(format!("{}: {what}\n{program}", self.pipeline)),
        }
    }
}

/// So many offers of one kind are taken for one program.
const MOST_OFFERS: usize = 40;

/// Those of the passes.
fn settings() -> Settings {
    Settings { tile_size: 2, unroll_factor: 4, ..Settings::default() }
}

/// So many kernels of each profile in the short profile.
const SHORT: u64 = 24;

/// In the long profile a hundredth of the cases that other tests have; then each known miss is met.
fn count() -> u64 {
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|it| it.parse::<u64>().ok());
    cases.map_or(SHORT, |it| SHORT.max(it / 100))
}

#[test]
fn passes_that_transform_loops() {
    let Some(tools) = Tools::find() else { return };
    let kernels = [Profile::Fusion, Profile::Vectors, Profile::Nests]
        .into_iter()
        .flat_map(|profile| (0..count()).map(move |seed| part_of_kernel(&kernel(profile, seed))));
    let kernels: Vec<String> = kernels.collect();
    let printed = tools.printed(&kernels, &["--mlir-print-local-scope"]);
    let programs: Vec<String> = printed.into_iter().flatten().map(|it| numbered(&it)).collect();
    let mut missing = Vec::new();
    for pass in PASSES {
        let tally = pass.check(&tools, &programs);
        println!(
            "{}: {} programs, {} changed, {} of them correctly, {} compared, {} missing, known: {:?}",
            pass.pipeline,
            programs.len(),
            tally.changed,
            tally.correct,
            tally.compared,
            tally.missing.len(),
            tally.known
        );
        missing.extend(tally.missing);
        for (known, _) in pass.known.iter().filter(|_| count() > SHORT) {
            assert!(tally.known.contains_key(known), "{}: nothing says `{known}` any more", pass.pipeline);
        }
    }
    assert!(missing.is_empty(), "{} are missing\n{}", missing.len(), missing.join("\n\n"));
}
