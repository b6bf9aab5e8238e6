use crate::loop_tests::{TOTAL, check_action, exact, taken, taken_with};
use expect_test::{Expect, expect};

fn check(text: &str, expected: Expect) {
    check_action(super::KIND, text, expected);
}

#[test]
fn headers_change_places() {
    check(
        "func.func @f(%x: memref<8x4xf32>, %n: index) {
  <|>affine.for %i = 0 to 8 step 2 { // rows
    affine.for %j = 0 to %n {
      // Doubled.
      %v = affine.load %x[%i, %j] : memref<8x4xf32>
      %w = arith.addf %v, %v : f32
      affine.store %w, %x[%i, %j] : memref<8x4xf32>
    } {inner}
  }
  return
}
",
        expect![[r#"
            // Interchange %i and %j
            func.func @f(%x: memref<8x4xf32>, %n: index) {
              affine.for %j = 0 to %n { // rows
                affine.for %i = 0 to 8 step 2 {
                  // Doubled.
                  %v = affine.load %x[%i, %j] : memref<8x4xf32>
                  %w = arith.addf %v, %v : f32
                  affine.store %w, %x[%i, %j] : memref<8x4xf32>
                }
              } {inner}
              return
            }
        "#]],
    );
}

#[test]
fn distance_one_and_minus_one() {
    check(
        "func.func @f(%x: memref<8x8xf32>) {
  <|>affine.for %i = 1 to 8 {
    affine.for %j = 0 to 7 {
      %v = affine.load %x[%i - 1, %j + 1] : memref<8x8xf32>
      affine.store %v, %x[%i, %j] : memref<8x8xf32>
    }
  }
  return
}
",
        expect![[r#"
            refused: the two ends of a dependence would run in the opposite order: RAW `affine.store %x` (line 5) → `affine.load %x` (line 4), distance (1, -1)
        "#]],
    );
}

#[test]
fn triangles() {
    check(
        "func.func @f(%x: memref<8x8xf32>) {
  <|>affine.for %i = 0 to 8 {
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to 8 {
      %v = affine.load %x[%i, %j] : memref<8x8xf32>
      affine.store %v, %x[%i, %j] : memref<8x8xf32>
    }
  }
  return
}
",
        expect![[r#"
            // Interchange %i and %j
            func.func @f(%x: memref<8x8xf32>) {
              affine.for %j = 0 to 8 {
                affine.for %i = 0 to affine_map<(d0) -> (d0 + 1)>(%j) {
                  %v = affine.load %x[%i, %j] : memref<8x8xf32>
                  affine.store %v, %x[%i, %j] : memref<8x8xf32>
                }
              }
              return
            }
        "#]],
    );
    check(
        "func.func @f(%x: memref<?x?xf32>, %n: index) {
  <|>affine.for %i = 0 to %n {
    affine.for %j = affine_map<(d0) -> (d0 * 2 - 3)>(%i) to min affine_map<(d0)[s0] -> (s0 - d0 * 3, 100)>(%i)[%n] {
      %v = affine.load %x[%i, %j + 3] : memref<?x?xf32>
      affine.store %v, %x[%i, %j + 3] : memref<?x?xf32>
    }
  }
  return
}
",
        expect![[r#"
            // Interchange %i and %j
            func.func @f(%x: memref<?x?xf32>, %n: index) {
              affine.for %j = -3 to min affine_map<()[s0] -> (s0, 100)>()[%n] {
                affine.for %i = 0 to min affine_map<(d0)[s0] -> (s0, (d0 + 3) floordiv 2 + 1, (s0 - d0 - 1) floordiv 3 + 1)>(%j)[%n] {
                  %v = affine.load %x[%i, %j + 3] : memref<?x?xf32>
                  affine.store %v, %x[%i, %j + 3] : memref<?x?xf32>
                }
              }
              return
            }
        "#]],
    );
    check(
        "func.func @f(%x: memref<8x8xf32>) {
  <|>affine.for %i = 0 to 8 step 2 {
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to 8 {
      %v = affine.load %x[%i, %j] : memref<8x8xf32>
      affine.store %v, %x[%i, %j] : memref<8x8xf32>
    }
  }
  return
}
",
        expect![[r#"
            refused: the bounds of %j depend on %i, and a step is not 1; normalize the loops first
        "#]],
    );
}

/// A bound of the outer loop that only the first iterations of the inner one need stays.
#[test]
fn triangles_that_start_late() {
    check(
        "func.func @f(%x: memref<24x28xf32>) {
  <|>affine.for %i = 3 to 11 {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      %v = affine.load %x[%i, %j] : memref<24x28xf32>
    }
  }
  return
}
",
        expect![[r#"
            // Interchange %i and %j
            func.func @f(%x: memref<24x28xf32>) {
              affine.for %j = 0 to 10 {
                affine.for %i = max affine_map<(d0) -> (3, d0 + 1)>(%j) to 11 {
                  %v = affine.load %x[%i, %j] : memref<24x28xf32>
                }
              }
              return
            }
        "#]],
    );
}

#[test]
fn more_than_a_loop_inside_and_values_carried() {
    check(
        "func.func @f(%x: memref<8x8xf32>, %z: f32) {
  <|>affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
    }
    affine.store %z, %x[%i, 0] : memref<8x8xf32>
  }
  return
}
",
        expect![[r#"
            not here
        "#]],
    );
    check(
        "func.func @f(%x: memref<8x8xf32>, %z: f32) {
  <|>affine.for %i = 0 to 8 {
    %r = affine.for %j = 0 to 8 iter_args(%a = %z) -> (f32) {
      affine.yield %a : f32
    }
  }
  return
}
",
        expect![[r#"
            refused: %j carries values from one iteration to the next
        "#]],
    );
}

#[test]
fn terms_of_a_sum_in_memory() {
    check(
        TOTAL,
        expect![[r#"
        // Interchange %i and %j (reassociates floating-point)
        func.func @f(%x: memref<9x13xf32>, %s: memref<1xf32>) {
          affine.for %j = 0 to 13 step 2 {
            affine.for %i = 0 to 9 {
              %a = affine.load %s[0] : memref<1xf32>
              %v = affine.load %x[%i, %j] : memref<9x13xf32>
              %b = arith.addf %a, %v : f32
              affine.store %b, %s[0] : memref<1xf32>
            }
          }
          return
        }
    "#]],
    );
    check(
        &exact(TOTAL),
        expect![[r#"
        // Interchange %i and %j
        func.func @f(%x: memref<9x13xi32>, %s: memref<1xi32>) {
          affine.for %j = 0 to 13 step 2 {
            affine.for %i = 0 to 9 {
              %a = affine.load %s[0] : memref<1xi32>
              %v = affine.load %x[%i, %j] : memref<9x13xi32>
              %b = arith.addi %a, %v : i32
              affine.store %b, %s[0] : memref<1xi32>
            }
          }
          return
        }
    "#]],
    );
    // Each sum in between is seen.
    let seen = TOTAL.replace(
        "affine.store %b, %s[0] : memref<1xf32>",
        "affine.store %b, %s[0] : memref<1xf32>\n      affine.store %b, %x[%i, %j] : memref<9x13xf32>",
    );
    check(
        &seen,
        expect![[r#"
        refused: the two ends of a dependence would run in the opposite order: WAR `affine.load %s` (line 4) → `affine.store %s` (line 7), distance ([1, 8], [-12, 12])
    "#]],
    );
    let seen = TOTAL.replace("affine.store %b, %s[0] : memref<1xf32>", "affine.store %b, %s[0] : memref<1xf32>\n      %c = affine.load %s[0] : memref<1xf32>\n      affine.store %c, %x[%i, %j] : memref<9x13xf32>");
    check(
        &seen,
        expect![[r#"
        refused: the two ends of a dependence would run in the opposite order: WAR `affine.load %s` (line 4) → `affine.store %s` (line 7), distance ([1, 8], [-12, 12])
    "#]],
    );
}

#[test]
fn terms_of_sums_that_both_loops_carry() {
    let nest = |inits: &str, yielded: &str| {
        format!(
            "func.func @f(%x: memref<9x13xf32>, %z: f32) -> (f32, f32) {{
  <|>%r:2 = affine.for %i = 0 to 9 iter_args(%a = %z, %m = %z) -> (f32, f32) {{ // rows
    %q:2 = affine.for %j = 0 to 13 step 2 iter_args({inits}) -> (f32, f32) {{
      %v = affine.load %x[%i, %j] : memref<9x13xf32>
      %c = arith.addf %b, %v : f32
      %o = arith.maximumf %n, %v : f32
      affine.yield %c, %o : f32, f32
    }}
    affine.yield {yielded} : f32, f32
  }}
  return %r#0, %r#1 : f32, f32
}}
"
        )
    };
    check(
        &nest("%b = %a, %n = %m", "%q#0, %q#1"),
        expect![[r#"
        // Interchange %i and %j (reassociates floating-point)
        func.func @f(%x: memref<9x13xf32>, %z: f32) -> (f32, f32) {
          %r:2 = affine.for %j = 0 to 13 step 2 iter_args(%a = %z, %m = %z) -> (f32, f32) { // rows
            %q:2 = affine.for %i = 0 to 9 iter_args(%b = %a, %n = %m) -> (f32, f32) {
              %v = affine.load %x[%i, %j] : memref<9x13xf32>
              %c = arith.addf %b, %v : f32
              %o = arith.maximumf %n, %v : f32
              affine.yield %c, %o : f32, f32
            }
            affine.yield %q#0, %q#1 : f32, f32
          }
          return %r#0, %r#1 : f32, f32
        }
    "#]],
    );
    check(
        &nest("%b = %a, %n = %m", "%q#1, %q#0"),
        expect![[r#"
        refused: %i carries values from one iteration to the next
    "#]],
    );
    check(
        &nest("%b = %m, %n = %a", "%q#0, %q#1"),
        expect![[r#"
        refused: %i carries values from one iteration to the next
    "#]],
    );
    check(
        &nest("%b = %z, %n = %m", "%q#0, %q#1"),
        expect![[r#"
        refused: %i carries values from one iteration to the next
    "#]],
    );
}

#[test]
fn comments_in_headers() {
    let text = exact(TOTAL);
    check(
        &text.replace("0 to 9 {", "0 // from\n to 9 {"),
        expect![[r#"
        refused: a comment stands inside the header of %i (line 2), which would be written anew
    "#]],
    );
    check(
        &text.replace("%j = 0 to", "%j = 0 to // to\n"),
        expect![[r#"
        refused: a comment stands inside the header of %j (line 3), which would be written anew
    "#]],
    );
}

#[test]
fn settings_may_forbid_another_order_of_floats() {
    let settings =
        || base::source_file::Settings { reassociate: false, ..base::source_file::Settings::default() };
    expect![[r#"
        refused: it would fold floating-point numbers in another order, which the setting `vectorize.reassociate` forbids
    "#]].assert_eq(&taken_with(super::KIND, "", TOTAL, settings()));
    let integers = taken_with(super::KIND, "", &exact(TOTAL), settings());
    assert!(integers.starts_with("// "), "{integers}");
}

/// Partial sums that the program does not have could overflow.
#[test]
fn a_promise_holds_in_one_order_only() {
    let kinds = ["interchange", "tile", "unrollJam"].map(|it| format!("refactor.rewrite.affine.{it}"));
    let text = |flags: &str| exact(TOTAL).replace("%v : i32", &format!("%v{flags} : i32"));
    for kind in &kinds {
        let found = taken(kind, "", &text(" overflow<nsw>"));
        assert!(found.starts_with("refused: "), "{kind}: {found}");
        let found = taken(kind, "", &text(""));
        assert!(found.starts_with("// "), "{kind}: {found}");
    }
}
