//! Every transformation that is offered for a kernel is applied, and the result is judged: `mlir-opt` accepts it, it
//! computes the same, no comment is lost, and nothing outside the function changes.

mod applied;
mod judge;

use affine_analyzer_tests::equivalence::{Verdict, compare};
use affine_analyzer_tests::kernels::{Profile, kernel};

use crate::tools::Tools;
use applied::Document;
use judge::Judge;

/// Kernels by hand, each of which is a trap that some compiler has fallen into.
#[test]
fn traps() {
    let Some(tools) = Tools::find() else { return };
    let mut judge = Judge::new(&tools);
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/differential/kernels");
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        for part in crate::tools::split_parts(&text) {
            judge.add(&Document::of_kernel(part));
        }
    }
    judge.finish().assert_sound();
}

/// So many kernels; in the long profile as many as give so many applied transformations.
fn random_kernels(profile: Profile, kernels: u64, applied: usize) {
    let Some(tools) = Tools::find() else { return };
    let is_long = std::env::var("PROPTEST_CASES").is_ok_and(|it| it.parse::<u64>().is_ok_and(|it| it > 1000));
    let mut judge = Judge::new(&tools);
    let mut seed = 0;
    while seed < kernels || is_long && judge.count() < applied && seed < 100 * kernels {
        judge.add(&Document::of_kernel(kernel(profile, seed)));
        seed += 1;
    }
    let report = judge.finish();
    report.assert_sound();
    assert!(report.count() > 0, "nothing is offered for {seed} kernels");
}

#[test]
fn random_nests_that_share_buffers() {
    random_kernels(Profile::Fusion, 20, 2500);
}

#[test]
fn random_loops_for_vectors() {
    random_kernels(Profile::Vectors, 20, 2500);
}

/// `mlir-opt` accepts every random kernel, and nearly all of them run without a fault.
#[test]
fn random_kernels_are_valid() {
    let Some(tools) = Tools::find() else { return };
    for profile in [Profile::Fusion, Profile::Vectors, Profile::Nests] {
        let kernels: Vec<String> = (0..100).map(|seed| Document::part(&kernel(profile, seed))).collect();
        let mut faults = Vec::new();
        for (kernel, module) in kernels.iter().zip(tools.modules(&kernels)) {
            let module = module.unwrap_or_else(|complaint| panic!("{complaint}\n{kernel}"));
            match compare(&module, &module, "kernel") {
                Verdict::Same => {}
                Verdict::Unjudged(reason) => faults.push(format!("{reason}\n{kernel}")),
                Verdict::Different(what) => panic!("a kernel differs from itself: {what}\n{kernel}"),
            }
        }
        assert!(faults.len() <= 2, "{profile:?}: {} faults\n{}", faults.len(), faults.join("\n"));
    }
}
