//! Loops with a delay of the second.

use super::{check_taken, check_titles};
use expect_test::expect;

const STENCIL: &str = r#"
func.func @f(%x: memref<20xf32>, %t: memref<20xf32>, %y: memref<20xf32>) {
  // Averages.
  affine.for %i = 1 to 19 {
    %a = affine.load %x[%i - 1] : memref<20xf32>
    %b = affine.load %x[%i + 1] : memref<20xf32>
    %s = arith.addf %a, %b : f32
    affine.store %s, %t[%i] : memref<20xf32>
  } // averages

  // Again.
  affine.for %k = 2 to 18 {
    %a = affine.load %t[%k - 1] : memref<20xf32>
    %b = affine.load %t[%k + 1] : memref<20xf32>
    %s = arith.addf %a, %b : f32
    affine.store %s, %y[%k] : memref<20xf32>
  } // again
  return
}
"#;

#[test]
fn the_second_waits_for_the_last_element_that_it_reads() {
    check_titles(
        STENCIL,
        expect![[r#"
        Fuse the producer of %t (line 4) into this nest at depth 1: recomputes 88.24 %, touches 27.78 % less memory
        Fuse with the nest at line 4 at depth 1, the second delayed by 1, the ends peeled: recomputes nothing
    "#]],
    );
    check_taken(
        STENCIL,
        ":form=shift:depth=1",
        expect![[r#"

        func.func @f(%x: memref<20xf32>, %t: memref<20xf32>, %y: memref<20xf32>) {
          // Averages.
          affine.for %i = 1 to 3 {
            %a = affine.load %x[%i - 1] : memref<20xf32>
            %b = affine.load %x[%i + 1] : memref<20xf32>
            %s = arith.addf %a, %b : f32
            affine.store %s, %t[%i] : memref<20xf32>
          } // averages

          affine.for %i = 3 to 19 {
            %a = affine.load %x[%i - 1] : memref<20xf32>
            %b = affine.load %x[%i + 1] : memref<20xf32>
            %s = arith.addf %a, %b : f32
            affine.store %s, %t[%i] : memref<20xf32>
            // Again.
            %a_0 = affine.load %t[%i - 2] : memref<20xf32>
            %b_0 = affine.load %t[%i] : memref<20xf32>
            %s_0 = arith.addf %a_0, %b_0 : f32
            affine.store %s_0, %y[%i - 1] : memref<20xf32>
            // again
          }
          return
        }
    "#]],
    );
}

#[test]
fn what_has_no_partner_at_either_end_is_peeled() {
    let text = STENCIL.replace("%k = 2 to 18", "%k = 4 to 10");
    check_taken(
        &text,
        ":form=shift:depth=1",
        expect![[r#"

        func.func @f(%x: memref<20xf32>, %t: memref<20xf32>, %y: memref<20xf32>) {
          // Averages.
          affine.for %i = 1 to 5 {
            %a = affine.load %x[%i - 1] : memref<20xf32>
            %b = affine.load %x[%i + 1] : memref<20xf32>
            %s = arith.addf %a, %b : f32
            affine.store %s, %t[%i] : memref<20xf32>
          } // averages

          affine.for %i = 5 to 11 {
            %a = affine.load %x[%i - 1] : memref<20xf32>
            %b = affine.load %x[%i + 1] : memref<20xf32>
            %s = arith.addf %a, %b : f32
            affine.store %s, %t[%i] : memref<20xf32>
            // Again.
            %a_0 = affine.load %t[%i - 2] : memref<20xf32>
            %b_0 = affine.load %t[%i] : memref<20xf32>
            %s_0 = arith.addf %a_0, %b_0 : f32
            affine.store %s_0, %y[%i - 1] : memref<20xf32>
            // again
          }
          affine.for %i = 11 to 19 {
            %a = affine.load %x[%i - 1] : memref<20xf32>
            %b = affine.load %x[%i + 1] : memref<20xf32>
            %s = arith.addf %a, %b : f32
            affine.store %s, %t[%i] : memref<20xf32>
          }
          return
        }
    "#]],
    );
}

const SYMBOLIC: &str = r#"
func.func @f(%x: memref<?xf32>, %t: memref<?xf32>, %y: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %v = affine.load %x[%i] : memref<?xf32>
    affine.store %v, %t[%i] : memref<?xf32>
  }
  // Differences.
  affine.for %k = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n] {
    %a = affine.load %t[%k - 1] : memref<?xf32>
    %b = affine.load %t[%k + 1] : memref<?xf32>
    %s = arith.subf %b, %a : f32
    affine.store %s, %y[%k] : memref<?xf32>
  }
  return
}
"#;

/// The loop in front ends where the nest does, which may have fewer iterations than are peeled.
#[test]
fn bounds_that_differ_by_constants() {
    check_taken(
        SYMBOLIC,
        ":form=shift:depth=1",
        expect![[r#"

            func.func @f(%x: memref<?xf32>, %t: memref<?xf32>, %y: memref<?xf32>, %n: index) {
              affine.for %i = 0 to min affine_map<()[s0] -> (2, s0)>()[%n] {
                %v = affine.load %x[%i] : memref<?xf32>
                affine.store %v, %t[%i] : memref<?xf32>
              }
              affine.for %i = 2 to %n {
                %v = affine.load %x[%i] : memref<?xf32>
                affine.store %v, %t[%i] : memref<?xf32>
                // Differences.
                %a = affine.load %t[%i - 2] : memref<?xf32>
                %b = affine.load %t[%i] : memref<?xf32>
                %s = arith.subf %b, %a : f32
                affine.store %s, %y[%i - 1] : memref<?xf32>
              }
              return
            }
        "#]],
    );
}

#[test]
fn symbolic_ends_on_both_sides() {
    let text = SYMBOLIC.replace("(s0 - 1)", "(s0 - 3)");
    check_taken(
        &text,
        ":form=shift:depth=1",
        expect![[r#"

        func.func @f(%x: memref<?xf32>, %t: memref<?xf32>, %y: memref<?xf32>, %n: index) {
          affine.for %i = 0 to min affine_map<()[s0] -> (2, s0)>()[%n] {
            %v = affine.load %x[%i] : memref<?xf32>
            affine.store %v, %t[%i] : memref<?xf32>
          }
          affine.for %i = 2 to affine_map<()[s0] -> (s0 - 2)>()[%n] {
            %v = affine.load %x[%i] : memref<?xf32>
            affine.store %v, %t[%i] : memref<?xf32>
            // Differences.
            %a = affine.load %t[%i - 2] : memref<?xf32>
            %b = affine.load %t[%i] : memref<?xf32>
            %s = arith.subf %b, %a : f32
            affine.store %s, %y[%i - 1] : memref<?xf32>
          }
          affine.for %i = max affine_map<()[s0] -> (2, s0 - 2)>()[%n] to %n {
            %v = affine.load %x[%i] : memref<?xf32>
            affine.store %v, %t[%i] : memref<?xf32>
          }
          return
        }
    "#]],
    );
    let text = SYMBOLIC.replace("(s0 - 1)", "(s0 + 2)").replace("%t[%k + 1]", "%t[%k - 1]");
    check_taken(
        &text,
        ":form=shift:depth=1",
        expect![[r#"

        func.func @f(%x: memref<?xf32>, %t: memref<?xf32>, %y: memref<?xf32>, %n: index) {
          affine.for %i = 0 to min affine_map<()[s0] -> (1, s0)>()[%n] {
            %v = affine.load %x[%i] : memref<?xf32>
            affine.store %v, %t[%i] : memref<?xf32>
          }
          affine.for %i = 1 to %n {
            %v = affine.load %x[%i] : memref<?xf32>
            affine.store %v, %t[%i] : memref<?xf32>
            %a = affine.load %t[%i - 1] : memref<?xf32>
            %b = affine.load %t[%i - 1] : memref<?xf32>
            %s = arith.subf %b, %a : f32
            affine.store %s, %y[%i] : memref<?xf32>
          }
          // Differences.
          affine.for %k = max affine_map<()[s0] -> (1, s0)>()[%n] to affine_map<()[s0] -> (s0 + 2)>()[%n] {
            %a = affine.load %t[%k - 1] : memref<?xf32>
            %b = affine.load %t[%k - 1] : memref<?xf32>
            %s = arith.subf %b, %a : f32
            affine.store %s, %y[%k] : memref<?xf32>
          }
          return
        }
    "#]],
    );
}

/// The start of the loop after it would depend on how far the last step reaches.
#[test]
fn steps_and_bounds_that_do_not_fit() {
    let refused = |text: &str| {
        let offers = super::fusions(text);
        assert!(offers.iter().all(|it| !it.request.to_string().contains("form=shift")), "{offers:?}");
    };
    refused(
        &SYMBOLIC
            .replace("%n {", "%n step 2 {")
            .replace("[%n] {", "[%n] step 2 {")
            .replace("= 1 to", "= 2 to"),
    );
    refused(&SYMBOLIC.replace("(s0 - 1)", "(s0 floordiv 2)"));
    refused(&SYMBOLIC.replace(
        "1 to affine_map<()[s0] -> (s0 - 1)>()[%n]",
        "1 to min affine_map<()[s0] -> (s0 - 3, 9)>()[%n]",
    ));
}

#[test]
fn a_reversal_cannot_wait() {
    let text = STENCIL.replace("%t[%k + 1]", "%t[19 - %k]");
    check_titles(
        &text,
        expect![[r#"
            Fuse a copy of the producer of %t (line 4) into this nest at depth 1 with 17 elements of %t: recomputes 800 %
        "#]],
    );
}
