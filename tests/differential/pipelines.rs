//! Pipelines of `mlir-opt` step by step over programs like those of PolyBench, of 1,024 rows: whether a step is right is known
//! from a run of a small one, and each verdict has to agree.

mod run;

use std::fmt::Write;
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use analysis::{Effort, Host, Verdict};
use expect_test::{Expect, expect};

use crate::tools::Tools;
use crate::transformations::is_long;

const PIPELINES: [(&str, &[&str]); 9] = [
    ("clean up", &["canonicalize", "cse"]),
    ("tile", &["canonicalize", "affine-loop-tile{tile-size=32}"]),
    ("fuse", &["canonicalize", "affine-loop-fusion"]),
    (
        "vectors of 4",
        &["canonicalize", "affine-super-vectorize{virtual-vector-size=4 vectorize-reductions=true}"],
    ),
    ("jam", &["canonicalize", "affine-loop-unroll-jam{unroll-jam-factor=4}"]),
    (
        "tile, vectors of 8",
        &[
            "canonicalize",
            "affine-loop-tile{tile-size=32}",
            "affine-super-vectorize{virtual-vector-size=8 vectorize-reductions=true}",
        ],
    ),
    (
        "fuse, tile, vectors of 8",
        &[
            "canonicalize",
            "affine-loop-fusion",
            "affine-loop-tile{tile-size=32}",
            "affine-super-vectorize{virtual-vector-size=8 vectorize-reductions=true}",
        ],
    ),
    (
        "all",
        &[
            "mem2reg",
            "affine-loop-tile{tile-size=32}",
            "affine-loop-fusion",
            "affine-loop-unroll{unroll-factor=4}",
            "affine-loop-coalescing",
            "affine-loop-invariant-code-motion",
            "affine-scalrep",
            "affine-super-vectorize{virtual-vector-size=8}",
        ],
    ),
    ("lower", &["affine-parallelize{parallel-reductions}", "lower-affine", "canonicalize", "cse"]),
];

/// The kernels of the normal profile.
const SAMPLE: [&str; 2] = ["recursive_filter", "syrk"];

#[derive(Debug, Default)]
struct Counts {
    right: usize,
    proven: usize,
    wrong: usize,
    refuted: usize,
}

/// The program of 64 rows, and of few steps in time.
fn small(text: &str) -> String {
    let sizes = [("1026", "66"), ("1024", "64"), ("1023", "63"), ("1022", "62")];
    let text = sizes.iter().fold(text.to_owned(), |text, (from, to)| text.replace(from, to));
    text.replace("= 0 to 100 {", "= 0 to 4 {").replace("<100x", "<4x")
}

fn verdict(before: &str, after: &str) -> Verdict {
    let mut host = Host::new();
    let (before, after) = (host.add_file(before), host.add_file(after));
    let found = host.analysis().compare(before, after, Effort::default(), &|_, _| ControlFlow::Continue(()));
    found.into_iter().next().unwrap().verdict
}

/// Judges the steps of all pipelines; what stays unknown is expected.
fn judge(tools: &Tools, kernels: &[(String, String)], expected: &Expect) {
    let (mut counts, mut open) = (Counts::default(), String::new());
    for (kernel, text) in kernels {
        let mut known: Vec<[String; 2]> = Vec::new();
        for (name, passes) in PIPELINES {
            let mut texts = [text.clone(), small(text)].map(|it| tools.optimized(&it, &[]).unwrap());
            for pass in passes {
                let pipeline = format!("--pass-pipeline=builtin.module(func.func({pass}))");
                // The vectorizer crashes on some.
                let made = texts.each_ref().map(|it| tools.optimized(it, &[&pipeline]));
                let [Ok(large), Ok(small)] = made else { break };
                let step = [texts[0].clone(), large.clone()];
                if step[0] == step[1] || known.contains(&step) {
                    texts = [large, small];
                    continue;
                }
                let is_right = run::leave_the_same(tools, &texts[1], &small);
                let found = verdict(&step[0], &step[1]);
                let about = || format!("{kernel}, {name}, {pass}: {found:?}\n{}\n{}", step[0], step[1]);
                match (is_right, &found) {
                    (true, Verdict::Equal { .. }) => counts.proven += 1,
                    (false, Verdict::Different(_)) => counts.refuted += 1,
                    (_, Verdict::Unknown(_)) => {
                        let what = if is_right { "right" } else { "wrong" };
                        writeln!(open, "{kernel}, {name}, {pass}: {what}").unwrap();
                    }
                    _ => panic!("the small one is {}\n{}", if is_right { "right" } else { "wrong" }, about()),
                }
                *if is_right { &mut counts.right } else { &mut counts.wrong } += 1;
                known.push(step);
                if !is_right {
                    break;
                }
                texts = [large, small];
            }
        }
    }
    println!("{counts:?}");
    expected.assert_eq(&open);
    assert!(counts.proven * 20 >= counts.right * 19, "{counts:?}");
}

#[test]
fn steps_of_pipelines_over_large_programs() {
    let Some(tools) = Tools::find() else { return };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("differential/pipelines");
    let files = fs::read_dir(folder).unwrap().map(|it| it.unwrap().path());
    let mut kernels: Vec<(String, String)> = files
        .filter(|it| it.extension().is_some_and(|it| it == "mlir"))
        .map(|it| (it.file_stem().unwrap().to_string_lossy().into_owned(), fs::read_to_string(&it).unwrap()))
        .collect();
    kernels.sort();
    assert!(kernels.len() >= 20);
    if is_long() {
        // What differs after sweeps in place depends on too many elements, and tiles of a triangle are too many pieces.
        let open = expect![[r#"
            elimination, tile, affine-loop-tile{tile-size=32}: wrong
            elimination, all, affine-loop-tile{tile-size=32}: wrong
            lu, tile, vectors of 8, affine-super-vectorize{virtual-vector-size=8 vectorize-reductions=true}: right
            lu, all, affine-scalrep: right
            lu, all, affine-super-vectorize{virtual-vector-size=8}: right
            seidel_2d, tile, affine-loop-tile{tile-size=32}: wrong
        "#]];
        judge(&tools, &kernels, &open);
    } else {
        kernels.retain(|it| SAMPLE.contains(&it.0.as_str()));
        judge(&tools, &kernels, &expect![[""]]);
    }
}
