//! The examples show what their comments claim.

use analysis::{Host, TextRange, TextSize};

const STENCIL: &str = include_str!("../../examples/stencil.mlir");
const REDUCTION: &str = include_str!("../../examples/reduction.mlir");
const VECTORIZATION: &str = include_str!("../../examples/vectorization.mlir");

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

/// The example after the quick fixes of all vectorization hints of one function, and the loops at which they stand.
fn vectorized(function: &str) -> (String, Vec<String>) {
    let start = VECTORIZATION.find(function).expect("the function");
    let end = start + VECTORIZATION[start..].find("\n}\n").expect("its end");
    let mut host = Host::new();
    let file = host.add_file(VECTORIZATION);
    let analysis = host.analysis();
    let size = |it: usize| TextSize::try_from(it).expect("a short text");
    let actions = analysis.actions(file, TextRange::new(size(start), size(end)));
    let fixes: Vec<_> =
        actions.iter().filter(|it| it.diagnostic == Some("vectorization-opportunity")).collect();
    let mut text = VECTORIZATION.to_owned();
    for fix in fixes.iter().rev() {
        let edits = analysis.resolve_action(file, &fix.request).expect("an edit");
        text = edits.iter().rev().fold(text, |text, edit| edit.apply(&text));
    }
    let lines = fixes.iter().map(|it| {
        let line = VECTORIZATION[usize::from(it.range.start())..].lines().next();
        line.unwrap_or_default().to_owned()
    });
    (text, lines.collect())
}

#[test]
fn vectors_along_rows() {
    let (text, loops) = vectorized("@matmul");
    assert_eq!(loops, ["affine.for %j = 0 to 64 {"]);
    assert_all(
        &text,
        &[
            "affine.for %j = 0 to 64 step 4 {",
            "affine.for %k = 0 to 128 {",
            "%x = affine.load %a[%i, %k] : memref<96x128xf32>",
            "%y = affine.vector_load %b[%k, %j] : memref<128x64xf32>, vector<4xf32>",
        ],
    );
}

#[test]
fn partial_sums_in_lanes() {
    let (text, loops) = vectorized("@dot");
    assert_eq!(loops.len(), 1);
    assert_all(
        &text,
        &["affine.for %i = 0 to 1000 step 4", "affine.for %i = 1000 to 1002", "vector.reduction <add>"],
    );
    let (text, loops) = vectorized("@row_sums");
    assert_eq!(loops, ["affine.for %column = 0 to 256 {"]);
    assert_all(
        &text,
        &[
            "iter_args(%sum = %neutral) -> (vector<4xf32>)",
            "vector.reduction <add>",
            ", %sums[%row] : memref<64xf32>",
        ],
    );
}
