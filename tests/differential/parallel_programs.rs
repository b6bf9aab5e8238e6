//! Every action on programs whose loops run in parallel where they may: what `mlir-opt` accepts and what computes the same,
//! and no fewer offers than for the same program in order.

use affine_analyzer_tests::kernels::{Profile, kernel};

use crate::tools::Tools;
use crate::transformations::{Document, Judge, is_long};

const PARALLELIZE: &str = "refactor.rewrite.affine.parallelize";

/// At most this many loops of one program are made parallel.
const MOST_LOOPS: usize = 6;

/// The program with `affine.parallel` for loops and bands that may run in parallel; `None` where none may.
fn in_parallel(text: &str) -> Option<String> {
    let mut found: Option<String> = None;
    for _ in 0..MOST_LOOPS {
        let document = Document::of_kernel(found.as_deref().unwrap_or(text).to_owned());
        let offers = document.applied(PARALLELIZE).into_iter();
        // What is parallel already may be written as one band.
        let mut offers = offers.filter(|it| it.complaint.is_none() && !it.id.contains("raised"));
        match offers.next() {
            Some(it) => found = Some(it.text),
            None => break,
        }
    }
    found
}

#[test]
fn random_parallel_programs() {
    let Some(tools) = Tools::find() else { return };
    let mut judge = Judge::new(&tools);
    let wanted = if is_long() { 2_000 } else { 8 };
    let profiles = [Profile::Nests, Profile::Stencils, Profile::Fusion, Profile::Vectors];
    let kernels = (0..).flat_map(|seed| profiles.map(|profile| kernel(profile, seed)));
    let (mut programs, mut offers, mut offers_in_order) = (0, 0, 0);
    for text in kernels {
        let Some(parallel) = in_parallel(&text) else { continue };
        // What is parallel already is not made so again.
        let in_order = Document::of_kernel(text).applied("refactor.rewrite.affine.");
        offers_in_order += in_order.iter().filter(|it| it.kind != PARALLELIZE).count();
        let document = Document::of_kernel(parallel);
        let applied = document.applied("refactor.rewrite.affine.");
        offers += applied.len();
        judge.add_applied(&document, applied);
        programs += 1;
        if programs == wanted {
            break;
        }
    }
    let report = judge.finish();
    println!("{programs} programs, {offers} offers, {offers_in_order} for the same in order");
    report.assert_sound();
    assert!(offers >= offers_in_order, "{offers} offers, {offers_in_order} in order");
}
