//! Steps of `mlir-opt`'s passes over random kernels: the text is the program that the tool has made, names and comments are
//! there, and no verdict is contrary to what execution shows.

use affine_analyzer_tests::equivalence::{self, Speculation};
use affine_analyzer_tests::kernels::{Profile, decorated, kernel};
use analysis::Settings;
use analysis::ods::Registry;
use passes::{Limits, Report, Request, Tool, Verdict};

use crate::tools::Tools;
use crate::transformations::part_of_kernel;

/// As the command line takes them; each keeps every operation of the kernel, or does away with some.
const PIPELINES: &[(&str, bool)] = &[
    ("builtin.module(func.func(affine-loop-tile{tile-size=4}))", true),
    ("builtin.module(func.func(affine-loop-unroll{unroll-factor=2}))", true),
    ("builtin.module(func.func(affine-parallelize))", true),
    ("builtin.module(func.func(affine-loop-fusion,affine-scalrep))", false),
    (
        "builtin.module(func.func(affine-loop-invariant-code-motion,affine-super-vectorize{virtual-vector-size=4}))",
        false,
    ),
    ("builtin.module(lower-affine,canonicalize,cse)", false),
];

fn report(tool: &Tool, source: &str, pipeline: &str) -> Report {
    let request = Request {
        tool,
        source,
        pipeline,
        registry: Registry::builtin(),
        settings: &Settings::default(),
        limits: Limits::default(),
    };
    passes::run(&request, &|| false, &|_, _| {}).unwrap()
}

/// What is no name or comment of the source is not looked for.
fn comments(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|it| it.find("//").map(|at| it[at..].trim_end()))
}

#[derive(Debug, Default)]
struct Counts {
    steps: usize,
    equal: usize,
    different: usize,
    failed: usize,
}

#[test]
fn steps_of_random_kernels() {
    let Some(tools) = Tools::find() else { return };
    let tool = Tool::find(None, &|| false).unwrap();
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|it| it.parse::<u64>().ok());
    let kernels = cases.map_or(3, |it| (it / 40).clamp(3, 200));
    let mut counts = Counts::default();
    for (profile, seed) in
        [Profile::Fusion, Profile::Nests].into_iter().flat_map(|it| (0..kernels).map(move |seed| (it, seed)))
    {
        let source = part_of_kernel(&decorated(&kernel(profile, seed), seed));
        for (pipeline, keeps_all) in PIPELINES {
            let report = report(&tool, &source, pipeline);
            let about = || format!("{pipeline}\n{source}");
            assert!(report.keeps_names, "{}", about());
            let reference = tools.optimized(&source, &[&format!("--pass-pipeline={pipeline}")]);
            let (Ok(reference), []) = (reference, report.failures.as_slice()) else {
                counts.failed += 1;
                continue;
            };
            let last = report.steps.last().map_or(&report.before, |it| &it.text);
            let generic = ["--mlir-print-op-generic", "--mlir-print-local-scope"];
            let same = tools.printed(&[last.to_string(), reference], &generic);
            assert!(same[0].is_some(), "{last}\n{}", about());
            assert_eq!(same[0], same[1], "{last}\n{}", about());
            if *keeps_all {
                for comment in comments(&source) {
                    assert!(last.contains(comment), "{comment} is lost in\n{last}\n{}", about());
                }
            }
            judge(&tools, &report, &mut counts, &about);
        }
    }
    println!("{counts:?}");
}

/// Compares the verdict of each step with what execution says.
fn judge(tools: &Tools, report: &Report, counts: &mut Counts, about: &dyn Fn() -> String) {
    let mut texts = vec![report.before.to_string()];
    texts.extend(report.steps.iter().map(|it| it.text.to_string()));
    let modules = tools.modules(&texts);
    for (step, pair) in report.steps.iter().zip(modules.windows(2)) {
        counts.steps += 1;
        let [Ok(before), Ok(after)] = pair else { continue };
        let found = equivalence::compare(before, after, "kernel", Speculation::Nothing);
        match (step.verdict, found) {
            (
                Verdict::Equal | Verdict::Reassociates | Verdict::Unchanged,
                equivalence::Verdict::Different(what),
            ) => {
                panic!("{} is said to be right: {what}\n{}\n{}", step.pass, step.text, about())
            }
            (Verdict::Equal | Verdict::Reassociates, _) => counts.equal += 1,
            (Verdict::Different, _) => counts.different += 1,
            _ => {}
        }
    }
}
