//! What is proposed for random kernels: `mlir-opt` accepts it, and it computes the same.

use affine_analyzer_tests::kernels::{Profile, kernel};

use crate::tools::Tools;
use crate::transformations::{Document, Judge};

/// How many kernels; 2,000 in the long profile, over all profiles.
fn count() -> u64 {
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|it| it.parse::<u64>().ok());
    if cases.is_some_and(|it| it > 1000) { 500 } else { 2 }
}

#[test]
fn proposals_for_random_kernels() {
    let Some(tools) = Tools::find() else { return };
    let mut judge = Judge::new(&tools);
    for profile in [Profile::Fusion, Profile::Vectors, Profile::Nests, Profile::Stencils] {
        for seed in 0..count() {
            let document = Document::of_kernel(kernel(profile, seed));
            judge.add_applied(&document, document.optimized());
        }
    }
    let report = judge.finish();
    report.assert_sound();
    assert!(report.count() > 0);
}
