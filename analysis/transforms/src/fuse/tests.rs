mod again;
mod budgets;
mod buffers;
mod conditions;
mod merges;
mod miscompiled;
mod recommendations;
mod shifts;
mod text;
mod windows;

use analysis::Action;
use analysis::ActionRequest;
use analysis::Host;
use expect_test::{Expect, expect};
use syntax::{TextRange, TextSize};

/// Every fusion of a text, offered or refused, in the light bulb's order.
fn fusions(text: &str) -> Vec<Action> {
    let mut host = Host::new();
    let file = host.add_file(text);
    let whole = TextRange::up_to(TextSize::of(text));
    let mut all = host.analysis().actions(file, whole);
    all.retain(|it| it.kind == "refactor.rewrite.affine.fuse");
    all
}

/// The text after an action.
fn taken(text: &str, id: &ActionRequest) -> String {
    let mut host = Host::new();
    let file = host.add_file(text);
    let edits = host.analysis().resolve_action(file, id).expect("an offer gives edits");
    edits.iter().rev().fold(text.to_owned(), |text, edit| edit.apply(&text))
}

/// The titles of all fusions, with the reason where they are refused.
fn check_titles(text: &str, expected: Expect) {
    let line = |it: Action| match it.disabled {
        Some(reason) => format!("{}\n  refused: {reason}\n", it.title),
        None => format!("{}\n", it.title),
    };
    expected.assert_eq(&fusions(text).into_iter().map(line).collect::<String>());
}

/// The text after the first offer whose id has the parts.
fn check_taken(text: &str, parts: &str, expected: Expect) {
    let offered =
        fusions(text).into_iter().find(|it| it.disabled.is_none() && it.request.to_string().ends_with(parts));
    expected.assert_eq(&offered.map_or("not offered".to_owned(), |it| taken(text, &it.request)));
}

/// The report of the first pair, as text.
fn figures(text: &str) -> String {
    let mut host = Host::new();
    let file = host.add_file(text);
    let functions = host.analysis().fusion(file);
    let number = |it: Option<u128>| it.map_or("?".to_owned(), |it| it.to_string());
    let mut out = String::new();
    for function in &functions {
        for pair in &function.pairs {
            out += &format!("@{} {}\n", function.name, pair.memrefs.join(", "));
            out += &format!(
                "  cost {} and {}; bytes {} and {}; written {}\n",
                number(pair.source_cost),
                number(pair.destination_cost),
                number(pair.source_bytes),
                number(pair.destination_bytes),
                number(pair.source_write_bytes)
            );
            for depth in &pair.depths {
                let extra =
                    depth.additional_compute.map_or("?".to_owned(), |it| format!("{:.2}", it * 100.0));
                let factor = depth.storage_reduction_factor.map_or("?".to_owned(), |it| format!("{it:.2}"));
                out += &format!(
                    "  depth {}: cost {}, extra {extra} %, slice {}, factor {factor}\n",
                    depth.depth,
                    number(depth.fused_cost),
                    number(depth.slice_write_bytes),
                );
                if let Some(refusal) = &depth.refused {
                    out += &format!("    refused: {}\n", refusal.reason);
                }
            }
            if let Some(best) = &pair.best {
                let reduction =
                    best.storage_reduction.map_or("?".to_owned(), |it| format!("{:.2}", it * 100.0));
                out += &format!(
                    "  best {}: fused {}, slice {}, storage reduction {reduction} %\n    {}\n",
                    best.depth,
                    number(best.fused_bytes),
                    number(best.slice_bytes),
                    best.reason
                );
            }
            if let Some(refusal) = &pair.refused {
                out += &format!("  refused: {}\n", refusal.reason);
            }
        }
    }
    out
}

fn check(text: &str, expected: Expect) {
    expected.assert_eq(&figures(text));
}

/// Takes the fusion at a depth of the only pair that offers it.
fn fuse(text: &str, depth: usize) -> String {
    let mut host = Host::new();
    let file = host.add_file(text);
    let analysis = host.analysis();
    let whole = TextRange::up_to(TextSize::of(text));
    let suffix = format!(":depth={depth}");
    let action = analysis
        .actions(file, whole)
        .into_iter()
        .find(|it| it.kind == "refactor.rewrite.affine.fuse" && it.request.to_string().ends_with(&suffix));
    let Some(action) = action else { return "not here".to_owned() };
    if let Some(reason) = action.disabled {
        return format!("refused: {reason}");
    }
    let Ok(edits) = analysis.resolve_action(file, &action.request) else {
        return "no edit".to_owned();
    };
    let mut result = text.to_owned();
    for edit in edits.iter().rev() {
        result = edit.apply(&result);
    }
    result
}

fn check_rewrite(text: &str, depth: usize, expected: Expect) {
    expected.assert_eq(&fuse(text, depth));
}

const MATMULS: &str = include_str!("../../../../examples/matmuls.mlir");

#[test]
fn figures_of_the_matmuls() {
    check(
        MATMULS,
        expect![[r#"
            @matmuls %C
              cost 1207959552 and 201326592; bytes 9961472 and 3407872; written 2097152
              depth 4: cost 77510737920, extra 5400.00 %, slice 2097152, factor 1.00
                refused: depth 4 runs iterations of the producer more than once, and a second run does not give the same values: WAR `affine.load %C` (line 19) → `affine.store %C` (line 22), for example from (%batch = 0, %row = 0, %column = 0, %inner = 0) to (%batch = 0, %row = 0, %column = 0, %inner = 1)
              depth 3: cost 77510737920, extra 5400.00 %, slice 2097152, factor 1.00
                refused: depth 3 runs iterations of the producer more than once, and a second run does not give the same values: WAR `affine.load %C` (line 19) → `affine.store %C` (line 22), for example from (%batch = 0, %row = 0, %column = 0, %inner = 0) to (%batch = 0, %row = 0, %column = 0, %inner = 1)
              depth 2: cost 1409286144, extra 0.00 %, slice 2097152, factor 1.00
              depth 1: cost 1409286144, extra 0.00 %, slice 2097152, factor 1.00
              best 2: fused 5505024, slice 2097152, storage reduction 58.82 %
                the deepest legal depth, which recomputes nothing; depth 4 is not legal, depth 3 is not legal
            @matmuls %C
              cost 1207959552 and 201326592; bytes 9961472 and 3407872; written 2097152
              depth 2: cost 1409286144, extra 0.00 %, slice 2097152, factor 1.00
              depth 1: cost 1409286144, extra 0.00 %, slice 2097152, factor 1.00
              best 2: fused 11272192, slice 2097152, storage reduction 15.69 %
                the deepest legal depth, which recomputes nothing
        "#]],
    );
}

#[test]
fn fused_matmuls() {
    check_rewrite(
        MATMULS,
        2,
        expect![[r#"
        // Two batched matrix products, the second of which multiplies what the first computes: C = A · B, then E = C · D.
        //
        // Each row of C is read by the second product only while it computes the same row of E. With the first product moved
        // two loops deep into the second, a row of C is used while it is still in the cache, and nothing is computed twice.
        // One loop deeper, every row of C would be computed once for each column of E; and because the first product
        // accumulates into C, computing a row again would not even give the same row.

        func.func @matmuls(
            %A: memref<8x128x384xf32>, %B: memref<8x384x512xf32>, %C: memref<8x128x512xf32>,
            %D: memref<8x512x64xf32>, %E: memref<8x128x64xf32>) {

          // E[batch, row, column] += C[batch, row, inner] * D[batch, inner, column]
          affine.for %batch = 0 to 8 {
            affine.for %row = 0 to 128 {
              // C[batch, row, column] += A[batch, row, inner] * B[batch, inner, column]
              affine.for %column = 0 to 512 {
                affine.for %inner = 0 to 384 {
                  %a = affine.load %A[%batch, %row, %inner] : memref<8x128x384xf32>
                  %b = affine.load %B[%batch, %inner, %column] : memref<8x384x512xf32>
                  %c = affine.load %C[%batch, %row, %column] : memref<8x128x512xf32>
                  %product = arith.mulf %a, %b : f32
                  %sum = arith.addf %c, %product : f32
                  affine.store %sum, %C[%batch, %row, %column] : memref<8x128x512xf32>
                }
              }
              affine.for %column = 0 to 64 {
                affine.for %inner = 0 to 512 {
                  %c = affine.load %C[%batch, %row, %inner] : memref<8x128x512xf32>
                  %d = affine.load %D[%batch, %inner, %column] : memref<8x512x64xf32>
                  %e = affine.load %E[%batch, %row, %column] : memref<8x128x64xf32>
                  %product = arith.mulf %c, %d : f32
                  %sum = arith.addf %e, %product : f32
                  affine.store %sum, %E[%batch, %row, %column] : memref<8x128x64xf32>
                }
              }
            }
          }
          return
        }
    "#]],
    );
}

/// The verdict about one depth of the only pair of two one-dimensional nests.
fn verdict(producer: &str, consumer: &str) -> String {
    let text = format!(
        "func.func @f(%x: memref<20xf32>, %t: memref<20xf32>, %y: memref<20xf32>) {{\n\
         affine.for %i = 2 to 18 {{\n{producer}\n}}\naffine.for %j = 2 to 18 {{\n{consumer}\n}}\nreturn\n}}\n"
    );
    let mut host = Host::new();
    let file = host.add_file(&text);
    let functions = host.analysis().fusion(file);
    let Some(pair) = functions.first().and_then(|it| it.pairs.first()) else { return "no pair".to_owned() };
    if let Some(refusal) = &pair.refused {
        return refusal.reason.clone();
    }
    match pair.depths.first().map(|it| &it.refused) {
        Some(Some(refusal)) => refusal.reason.clone(),
        Some(None) => "legal".to_owned(),
        None => "no depth".to_owned(),
    }
}

const SQUARE: &str = "%v = affine.load %x[%i] : memref<20xf32>
affine.store %v, %t[%i] : memref<20xf32>";

#[test]
fn element_by_element() {
    let consumer = "%v = affine.load %t[%j] : memref<20xf32>\naffine.store %v, %y[%j] : memref<20xf32>";
    assert_eq!(verdict(SQUARE, consumer), "legal");
}

#[test]
fn window_is_computed_again() {
    let consumer = "%v = affine.load %t[%j] : memref<20xf32>
%w = affine.load %t[%j - 1] : memref<20xf32>
affine.store %w, %y[%j] : memref<20xf32>";
    assert_eq!(verdict(SQUARE, consumer), "legal");
}

#[test]
fn in_place_producer_is_not_computed_again() {
    let producer = "%v = affine.load %t[%i] : memref<20xf32>
%w = arith.addf %v, %v : f32
affine.store %w, %t[%i] : memref<20xf32>";
    let consumer = "%v = affine.load %t[%j] : memref<20xf32>
%w = affine.load %t[%j - 1] : memref<20xf32>
affine.store %w, %y[%j] : memref<20xf32>";
    expect!["depth 1 runs iterations of the producer more than once, and a second run does not give the same values: WAR `affine.load %t` (line 3) → `affine.store %t` (line 5), for example from (%i = 2) to (%i = 2)"].assert_eq(&verdict(producer, consumer));
}

#[test]
fn consumer_overwrites_what_the_producer_only_reads() {
    let producer = "%v = affine.load %x[%i - 1] : memref<20xf32>\naffine.store %v, %t[%i] : memref<20xf32>";
    let consumer = "%v = affine.load %t[%j] : memref<20xf32>\naffine.store %v, %x[%j] : memref<20xf32>";
    expect!["at depth 1, an element would be overwritten before the producer reads it: WAR `affine.load %x` (line 3) → `affine.store %x` (line 8), for example from (%i = 3) to (%j = 2)"].assert_eq(&verdict(producer, consumer));
}

#[test]
fn consumer_overwrites_what_the_producer_has_read() {
    let producer = "%v = affine.load %x[%i + 1] : memref<20xf32>\naffine.store %v, %t[%i] : memref<20xf32>";
    let consumer = "%v = affine.load %t[%j] : memref<20xf32>\naffine.store %v, %x[%j] : memref<20xf32>";
    assert_eq!(verdict(producer, consumer), "legal");
}

#[test]
fn last_write_stays_the_last() {
    let producer = "%v = affine.load %x[%i] : memref<20xf32>
affine.store %v, %t[%i] : memref<20xf32>
affine.store %v, %y[%i + 1] : memref<20xf32>";
    let consumer = "%v = affine.load %t[%j] : memref<20xf32>\naffine.store %v, %y[%j + 2] : memref<20xf32>";
    expect!["at depth 1, an element would be written in the wrong order: WAW `affine.store %y` (line 5) → `affine.store %y` (line 9), for example from (%i = 3) to (%j = 2)"].assert_eq(&verdict(producer, consumer));
}

#[test]
fn recurrence_runs_in_its_order() {
    let producer = "%v = affine.load %t[%i - 1] : memref<20xf32>\naffine.store %v, %t[%i] : memref<20xf32>";
    let forwards = "%v = affine.load %t[%j] : memref<20xf32>\naffine.store %v, %y[%j] : memref<20xf32>";
    let backwards = "%v = affine.load %t[19 - %j] : memref<20xf32>\naffine.store %v, %y[%j] : memref<20xf32>";
    assert_eq!(verdict(producer, forwards), "legal");
    expect!["the producer's iterations would run in an order that breaks a dependence between them: RAW `affine.store %t` (line 4) → `affine.load %t` (line 3), for example from (%i = 16) to (%i = 17)"].assert_eq(&verdict(producer, backwards));
}

#[test]
fn results_that_nobody_asks_for_are_needed_elsewhere() {
    let consumer = "%v = affine.load %t[%j floordiv 2] : memref<20xf32>
affine.store %v, %y[%j] : memref<20xf32>";
    expect!["some iterations of `affine.load` (line 3) would never run: no iteration of the consumer needs them, but their results may be read elsewhere"].assert_eq(&verdict(SQUARE, consumer));
}

#[test]
fn view_of_the_intermediate() {
    let producer = "%v = affine.load %x[%i] : memref<20xf32>\naffine.store %v, %t[%i] : memref<20xf32>\n}
%view = memref.subview %t[0] [20] [1] : memref<20xf32> to memref<20xf32, strided<[1]>>
affine.for %k = 0 to 0 {";
    let consumer = "%v = affine.load %t[%j] : memref<20xf32>
affine.store %v, %view[%j + 1] : memref<20xf32, strided<[1]>>";
    expect!["at depth 1, an element would be written in the wrong order: WAW `affine.store %t` (line 4) → `affine.store %view` (line 11), for example from (%i = 3) to (%j = 2); `%t` and `%view` are the same memory"].assert_eq(&verdict(producer, consumer));
}

#[test]
fn call_between() {
    let producer = "%v = affine.load %x[%i] : memref<20xf32>\naffine.store %v, %t[%i] : memref<20xf32>\n}
func.call @touch(%x) : (memref<20xf32>) -> ()\naffine.for %k = 0 to 0 {";
    let consumer = "%v = affine.load %t[%j] : memref<20xf32>\naffine.store %v, %y[%j] : memref<20xf32>";
    expect!["`func.call` (line 6) stands between the two and may read or write `%x`"]
        .assert_eq(&verdict(producer, consumer));
}

#[test]
fn store_between() {
    let producer = "%v = affine.load %x[%i] : memref<20xf32>\naffine.store %v, %t[%i] : memref<20xf32>\n}
%one = arith.constant 1.0 : f32
affine.store %one, %x[5] : memref<20xf32>\naffine.for %k = 0 to 0 {";
    let consumer = "%v = affine.load %t[%j] : memref<20xf32>\naffine.store %v, %y[%j] : memref<20xf32>";
    expect![
        "`affine.store %x` (line 7) stands between the two and depends on `affine.load %x` (line 3) (WAR)"
    ]
    .assert_eq(&verdict(producer, consumer));
    let beside = producer.replace("%x[5]", "%x[19]");
    assert_eq!(verdict(&beside, consumer), "legal");
}

#[test]
fn unknown_operation_inside() {
    let producer = format!("{SQUARE}\n\"test.unknown\"() : () -> ()");
    let consumer = "%v = affine.load %t[%j] : memref<20xf32>\naffine.store %v, %y[%j] : memref<20xf32>";
    expect!["`test.unknown` (line 5) may read or write anything"].assert_eq(&verdict(&producer, consumer));
}

#[test]
fn names_comments_and_attributes_stay() {
    check_rewrite(
        r#"
func.func @f(%x: memref<8x6xf32>, %t: memref<9x6xf32>, %y: memref<8x6xf32>) {
  %two = arith.constant 2.0 : f32

  // Doubles.
  affine.for %i = 1 to 9 { // row
    affine.for %j = 0 to 6 {
      // Shifted by one.
      %0 = affine.load %x[%i - 1, %j] : memref<8x6xf32>

      %1 = arith.mulf %0, %two {note = "twice"} : f32 // exact
      affine.store %1, %t[%i, %j] : memref<9x6xf32>
    } {unroll}
  } // rows

  // Copies.
  affine.for %r = 0 to 8 {
    // A row.
    affine.for %j = 0 to 6 {
      %0 = affine.load %t[%r + 1, %j] : memref<9x6xf32>
      affine.store %0, %y[%r, %j] : memref<8x6xf32>
    }
  }
  return
}
"#,
        1,
        expect![[r#"

            func.func @f(%x: memref<8x6xf32>, %t: memref<9x6xf32>, %y: memref<8x6xf32>) {
              %two = arith.constant 2.0 : f32

              // Copies.
              affine.for %r = 0 to 8 {
                // Doubles.
                // row
                affine.for %j = 0 to 6 {
                  // Shifted by one.
                  %0 = affine.load %x[%r, %j] : memref<8x6xf32>

                  %1 = arith.mulf %0, %two {note = "twice"} : f32 // exact
                  affine.store %1, %t[%r + 1, %j] : memref<9x6xf32>
                } {unroll}
                // rows
                // A row.
                affine.for %j = 0 to 6 {
                  %0 = affine.load %t[%r + 1, %j] : memref<9x6xf32>
                  affine.store %0, %y[%r, %j] : memref<8x6xf32>
                }
              }
              return
            }
        "#]],
    );
}

#[test]
fn clashing_names_are_made_fresh() {
    check_rewrite(
        r#"
func.func @f(%x: memref<8xf32>, %t: memref<8xf32>, %y: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    %0 = affine.load %x[%i] : memref<8xf32>
    %v = arith.addf %0, %0 : f32
    affine.store %v, %t[%i] : memref<8xf32>
  }
  affine.for %k = 0 to 8 {
    %0 = affine.load %t[%k] : memref<8xf32>
    %v = arith.mulf %0, %0 : f32
    affine.store %v, %y[%k] : memref<8xf32>
  }
  return
}
"#,
        1,
        expect![[r#"

            func.func @f(%x: memref<8xf32>, %t: memref<8xf32>, %y: memref<8xf32>) {
              affine.for %k = 0 to 8 {
                %1 = affine.load %x[%k] : memref<8xf32>
                %v_0 = arith.addf %1, %1 : f32
                affine.store %v_0, %t[%k] : memref<8xf32>
                %0 = affine.load %t[%k] : memref<8xf32>
                %v = arith.mulf %0, %0 : f32
                affine.store %v, %y[%k] : memref<8xf32>
              }
              return
            }
        "#]],
    );
}

#[test]
fn quick_fix_of_the_hint_takes_the_recommended_depth() {
    let mut host = Host::new();
    let file = host.add_file(MATMULS);
    let analysis = host.analysis();
    let hints: Vec<_> = analysis.diagnostics(file);
    let hint = hints.iter().find(|it| it.code == "fusion-opportunity").unwrap();
    expect!["the producer of `%C` can be fused into this nest at depth 2, which recomputes nothing and touches 58.82 % less memory"].assert_eq(&hint.message);
    let fixes: Vec<_> =
        analysis.actions(file, hint.range).into_iter().filter(|it| it.kind == "quickfix").collect();
    let [fix] = &*fixes else { panic!("{fixes:?}") };
    assert!(fix.preferred && fix.diagnostic == Some("fusion-opportunity"));
    expect!["Fuse the producer of %C (line 13) into this nest at depth 2 (recommended): recomputes nothing, touches 58.82 % less memory"]
        .assert_eq(&fix.title);
    assert!(analysis.resolve_action(file, &fix.request).is_ok());
    // The host waits for every snapshot.
    drop(analysis);
    host.set_settings(base::source_file::Settings { hints: false, ..base::source_file::Settings::default() });
    assert_eq!(host.analysis().diagnostics(file), []);
}
