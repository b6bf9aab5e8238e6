//! The examples show what their comments claim.

use analysis::{Host, TextSize};

const STENCIL: &str = include_str!("../../examples/stencil.mlir");
const REDUCTION: &str = include_str!("../../examples/reduction.mlir");

/// The hover at the start of `at`, at its first occurrence after `after`.
fn hover(text: &str, after: &str, at: &str) -> String {
    let mut host = Host::new();
    let file = host.add_file(text);
    let from = text.find(after).expect("the example holds it");
    let offset = from + text[from..].find(at).expect("the example holds it");
    let offset = TextSize::try_from(offset).expect("a short text");
    host.analysis().hover(file, offset).expect("a hover").markdown
}

#[track_caller]
fn assert_all(markdown: &str, expected: &[&str]) {
    for expected in expected {
        assert!(markdown.contains(expected), "no {expected:?} in\n{markdown}");
    }
}

#[test]
fn distance_of_two_rows() {
    let line = 1 + STENCIL.lines().position(|it| it.contains("%0[%arg0 - 2")).expect("the load");
    let expected = format!("RAW → line {line} · distance (2, 0) · carried by %arg0 (depth 1)");
    for at in ["affine.store", "affine.load"] {
        assert_all(&hover(STENCIL, "@two_rows_below", at), &[&expected]);
    }
    assert_all(&hover(STENCIL, "@two_rows_below", "affine.for %arg1"), &["parallel: no iteration"]);
}

#[test]
fn smoothing_carries_both_distances_in_both_directions() {
    let store = hover(STENCIL, "%mean =", "affine.store");
    let of = |kind: &str, distance: &str| {
        let found =
            store.lines().any(|it| it.contains(kind) && it.contains(&format!("distance {distance} ")));
        assert!(found, "no {kind} {distance} in\n{store}");
    };
    for kind in ["RAW", "WAR"] {
        of(kind, "(1, 0)");
        of(kind, "(0, 1)");
    }
    assert!(!store.contains("-1"), "{store}");
    for dim in ["affine.for %i", "affine.for %j"] {
        assert_all(&hover(STENCIL, "@smooth_in_place", dim), &["not parallel", "trip count 62"]);
    }
}

#[test]
fn reductions_by_value_and_through_memory() {
    assert_all(
        &hover(REDUCTION, "@dot", "affine.for"),
        &["trip count 256", "not parallel, but only for what it reduces", "reduction + · %sum"],
    );
    assert_all(&hover(REDUCTION, "@row_sums", "affine.for %row"), &["trip count 32", "- parallel"]);
    assert_all(
        &hover(REDUCTION, "@row_sums", "affine.for %column"),
        &[
            "trip count `%columns`",
            "not parallel, but only",
            "elements of %sums",
            "carries RAW %sums",
            "distance (0, [1, *])",
        ],
    );
}
