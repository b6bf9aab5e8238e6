//! Every transformation that is offered for a kernel is applied, and the result is judged: `mlir-opt` accepts it, it
//! computes the same, no comment is lost, and nothing outside the function changes.

mod applied;
mod judge;
mod sample;

use affine_analyzer_tests::equivalence::{Speculation, Verdict, compare};
use affine_analyzer_tests::kernels::{Profile, decorated, kernel};
use analysis::{ACTIONS, Parameters, Settings};

use crate::tools::Tools;
pub(crate) use applied::Document;
pub(crate) use judge::Judge;

/// The part of a file in which the function `@kernel` stands.
pub(crate) fn part_of_kernel(text: &str) -> String {
    Document::part(text)
}

/// Kernels by hand, each of which is a trap that some compiler has fallen into.
pub(crate) fn traps() -> Vec<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/differential/kernels");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|it| it.unwrap().path()).collect();
    files.sort();
    files.iter().flat_map(|it| crate::tools::split_parts(&std::fs::read_to_string(it).unwrap())).collect()
}

#[test]
fn kernels_by_hand() {
    let Some(tools) = Tools::find() else { return };
    let mut judge = Judge::new(&tools);
    for text in traps() {
        judge.add(&Document::of_kernel(text));
    }
    judge.finish().assert_sound();
}

pub(crate) const FUSE: &str = "refactor.rewrite.affine.fuse";

const PERMUTE: &str = "refactor.rewrite.affine.permute";

const TILE: &str = "refactor.rewrite.affine.tile";

/// Whether the long profile is asked for.
pub(crate) fn is_long() -> bool {
    std::env::var("PROPTEST_CASES").is_ok_and(|it| it.parse::<u64>().is_ok_and(|it| it > 1000))
}

/// Judges what is offered for so many kernels, in the long profile for as many as give `applied` transformations; the
/// number of those that are right.
///
/// Of nests that share buffers, only fusions are counted towards `applied`.
fn random_kernels(
    profile: Profile,
    kernels: u64,
    applied: usize,
    text: fn(Profile, u64) -> String,
) -> Option<usize> {
    let tools = Tools::find()?;
    let mut judge = Judge::new(&tools);
    let mut seed = 0;
    let count = |judge: &Judge<'_>| match profile {
        Profile::Fusion => judge.count_of(FUSE),
        _ => judge.count(),
    };
    while seed < kernels || is_long() && count(&judge) < applied && seed < 100 * kernels {
        let document = Document::of_kernel(text(profile, seed));
        // The other kinds have their own kernels.
        match is_long() && profile == Profile::Fusion {
            true => judge.add_kind(&document, FUSE),
            false => judge.add(&document),
        }
        seed += 1;
    }
    let report = judge.finish();
    report.assert_sound();
    Some(report.count())
}

#[test]
fn random_nests_that_share_buffers() {
    let count = random_kernels(Profile::Fusion, 20, 2500, kernel);
    assert!(count.is_none_or(|it| it >= 10), "{count:?}");
}

#[test]
fn random_loops_for_vectors() {
    random_kernels(Profile::Vectors, 20, 2500, kernel);
}

#[test]
fn random_deep_nests() {
    random_kernels(Profile::Nests, 20, 2500, kernel);
}

#[test]
fn random_stencils() {
    random_kernels(Profile::Stencils, 30, 2500, kernel);
}

/// Bands that are skewed may be tiled, in tiles that move along; other bands in small tiles, too.
#[test]
fn skewed_bands_in_small_tiles() {
    let Some(tools) = Tools::find() else { return };
    let mut judge = Judge::new(&tools);
    let settings = || Settings { tile_size: 3, ..Settings::default() };
    let kernels = if is_long() { 600 } else { 30 };
    let random = (0..kernels).map(|seed| kernel(Profile::Stencils, seed));
    let mut skewed = 0;
    for document in traps().into_iter().chain(random).map(Document::of_kernel) {
        judge.add_applied(&document, document.applied_with(TILE, settings()));
        for it in document.applied("refactor.rewrite.affine.skew") {
            let document = Document::of_kernel(it.text);
            let tiled = document.applied_with(TILE, settings());
            skewed += tiled.len();
            judge.add_applied(&document, tiled);
        }
    }
    judge.finish().assert_sound();
    println!("{skewed} of skewed bands");
    assert!(skewed >= 10, "{skewed}");
}

#[test]
fn bands_in_every_order() {
    let Some(tools) = Tools::find() else { return };
    let mut judge = Judge::new(&tools);
    let action = ACTIONS.iter().find(|it| it.kind == PERMUTE).unwrap();
    let order = action.parameter("order").unwrap();
    let orders = ["1,0", "0,2,1", "1,0,2", "1,2,0", "2,0,1", "2,1,0"].map(|it| order.read(it).unwrap());
    let kernels = if is_long() { 600 } else { 30 };
    for document in (0..kernels).map(|seed| Document::of_kernel(kernel(Profile::Nests, seed))) {
        for order_of_loops in &orders {
            let parameters = Parameters::default().with(order, order_of_loops.clone());
            judge.add_applied(&document, document.applied_asking(PERMUTE, Settings::default(), &parameters));
        }
    }
    let report = judge.finish();
    report.assert_sound();
    assert!(report.count() >= 20, "{}", report.count());
}

/// Comments stay wherever they stand.
#[test]
fn random_kernels_with_comments_everywhere() {
    for profile in [Profile::Fusion, Profile::Vectors, Profile::Nests, Profile::Stencils] {
        random_kernels(profile, 12, 1000, |profile, seed| decorated(&kernel(profile, seed), seed));
    }
}

/// `mlir-opt` accepts every random kernel, and nearly all of them run without a fault.
#[test]
fn random_kernels_are_valid() {
    let Some(tools) = Tools::find() else { return };
    for profile in [Profile::Fusion, Profile::Vectors, Profile::Nests, Profile::Stencils] {
        let kernels: Vec<String> = (0..100).map(|seed| Document::part(&kernel(profile, seed))).collect();
        let mut faults = Vec::new();
        for (kernel, module) in kernels.iter().zip(tools.modules(&kernels)) {
            let module = module.unwrap_or_else(|complaint| panic!("{complaint}\n{kernel}"));
            match compare(&module, &module, "kernel", Speculation::Nothing) {
                Verdict::Same => {}
                Verdict::Unjudged(reason) => faults.push(format!("{reason}\n{kernel}")),
                Verdict::Different(what) => panic!("a kernel differs from itself: {what}\n{kernel}"),
            }
        }
        assert!(faults.len() <= 2, "{profile:?}: {} faults\n{}", faults.len(), faults.join("\n"));
    }
}
