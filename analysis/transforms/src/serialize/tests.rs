use crate::loop_tests::{check_action, taken, taken_asking};
use expect_test::{Expect, expect};

fn check(text: &str, expected: Expect) {
    check_action(super::KIND, text, expected);
}

const SUMS: &str = "func.func @f(%x: memref<8x?xf32>, %n: index) -> (f32, f32) {
  // Two of them.
  <|>%r:2 = affine.parallel (%i, %j) = (0, 1) to (8, min(%n, 40)) step (1, 2) reduce (\"addf\", \"maximumf\") -> (f32, f32) { // all
    %v = affine.load %x[%i, %j] : memref<8x?xf32>
    %w = arith.negf %v : f32
    affine.yield %v, %w : f32, f32 // both
  } {tag = 1}
  return %r#0, %r#1 : f32, f32
}
";

#[test]
fn reductions_are_carried() {
    check(
        SUMS,
        expect![[r#"
        // Run the iterations of %i, %j one after the other
        func.func @f(%x: memref<8x?xf32>, %n: index) -> (f32, f32) {
          // Two of them.
          %neutral = arith.constant -0.0 : f32
          %neutral_0 = arith.constant 0xFF800000 : f32
          %r:2 = affine.for %i = 0 to 8 iter_args(%r_0 = %neutral, %r_1 = %neutral_0) -> (f32, f32) {
            %r_6:2 = affine.for %j = 1 to min affine_map<(d0) -> (d0, 40)>(%n) step 2 iter_args(%r_2 = %r_0, %r_3 = %r_1) -> (f32, f32) { // all
              %v = affine.load %x[%i, %j] : memref<8x?xf32>
              %w = arith.negf %v : f32
              %r_4 = arith.addf %r_2, %v : f32
              %r_5 = arith.maximumf %r_3, %w : f32
              affine.yield %r_4, %r_5 : f32, f32 // both
            }
            affine.yield %r_6#0, %r_6#1 : f32, f32
          } {tag = 1}
          return %r#0, %r#1 : f32, f32
        }
    "#]],
    );
}

#[test]
fn some_dimensions_stay_parallel() {
    expect![[r#"
        // Run the iterations of %j one after the other
        func.func @f(%x: memref<8x?xf32>, %n: index) -> (f32, f32) {
          // Two of them.
          %neutral = arith.constant -0.0 : f32
          %neutral_0 = arith.constant 0xFF800000 : f32
          %r:2 = affine.parallel (%i) = (0) to (8) reduce ("addf", "maximumf") -> (f32, f32) {
            %r_4:2 = affine.for %j = 1 to min affine_map<(d0) -> (d0, 40)>(%n) step 2 iter_args(%r_0 = %neutral, %r_1 = %neutral_0) -> (f32, f32) { // all
              %v = affine.load %x[%i, %j] : memref<8x?xf32>
              %w = arith.negf %v : f32
              %r_2 = arith.addf %r_0, %v : f32
              %r_3 = arith.maximumf %r_1, %w : f32
              affine.yield %r_2, %r_3 : f32, f32 // both
            }
            affine.yield %r_4#0, %r_4#1 : f32, f32
          } {tag = 1}
          return %r#0, %r#1 : f32, f32
        }
    "#]].assert_eq(&taken_asking(super::KIND, "dimensions", "1", SUMS));
}

/// The result of an action on parallel loops.
fn kept(kind: &str, choice: &str, text: &str) -> String {
    taken(&format!("refactor.rewrite.affine.{kind}"), &format!("{choice}:raised=parallel"), text)
}

const COPY: &str = "func.func @f(%x: memref<64x64xf32>, %y: memref<64x64xf32>) {
  <|>affine.parallel (%i, %j) = (0, 0) to (64, 64) {
    // An element.
    %v = affine.load %x[%j, %i] : memref<64x64xf32>
    affine.store %v, %y[%i, %j] : memref<64x64xf32>
  }
  return
}
";

#[test]
fn tiles_of_parallel_loops_are_parallel() {
    expect![[r#"
        // Tile this nest of 2 loops by 32 × 32
        func.func @f(%x: memref<64x64xf32>, %y: memref<64x64xf32>) {
          affine.parallel (%i_tile, %j_tile) = (0, 0) to (64, 64) step (32, 32) {
            affine.parallel (%i, %j) = (%i_tile, %j_tile) to (%i_tile + 32, %j_tile + 32) {
              // An element.
              %v = affine.load %x[%j, %i] : memref<64x64xf32>
              affine.store %v, %y[%i, %j] : memref<64x64xf32>
            }
          }
          return
        }
    "#]]
    .assert_eq(&kept("tile", "", COPY));
}

#[test]
fn one_of_the_dimensions_is_unrolled() {
    expect![[r#"
        // Unroll %i by 4
        func.func @f(%x: memref<64x64xf32>, %y: memref<64x64xf32>) {
          affine.parallel (%i) = (0) to (64) step (4) {
            affine.parallel (%j) = (0) to (64) {
              // An element.
              %v = affine.load %x[%j, %i] : memref<64x64xf32>
              affine.store %v, %y[%i, %j] : memref<64x64xf32>
            }
            affine.parallel (%j) = (0) to (64) {
              // An element.
              %v = affine.load %x[%j, %i + 1] : memref<64x64xf32>
              affine.store %v, %y[%i + 1, %j] : memref<64x64xf32>
            }
            affine.parallel (%j) = (0) to (64) {
              // An element.
              %v = affine.load %x[%j, %i + 2] : memref<64x64xf32>
              affine.store %v, %y[%i + 2, %j] : memref<64x64xf32>
            }
            affine.parallel (%j) = (0) to (64) {
              // An element.
              %v = affine.load %x[%j, %i + 3] : memref<64x64xf32>
              affine.store %v, %y[%i + 3, %j] : memref<64x64xf32>
            }
          }
          return
        }
    "#]]
    .assert_eq(&kept("unroll", "factor=4", &COPY.replace("<|>", "").replace("%j) =", "<|>%j) =")));
}

#[test]
fn dimensions_change_places() {
    expect![[r#"
        // Interchange %i and %j
        func.func @f(%x: memref<64x64xf32>, %y: memref<64x64xf32>) {
          affine.parallel (%j, %i) = (0, 0) to (64, 64) {
            // An element.
            %v = affine.load %x[%j, %i] : memref<64x64xf32>
            affine.store %v, %y[%i, %j] : memref<64x64xf32>
          }
          return
        }
    "#]]
    .assert_eq(&kept("interchange", "", COPY));
}

#[test]
fn reductions_are_reductions_again() {
    expect![[r#"
        // Peel the first iteration of %i
        func.func @f(%x: memref<8x?xf32>, %n: index) -> (f32, f32) {
          // Two of them.
          %r_6_0:2 = affine.parallel (%j) = (1) to (min(%n, 40)) step (2) reduce ("addf", "maximumf") -> (f32, f32) { // all
            %v = affine.load %x[0, %j] : memref<8x?xf32>
            %w = arith.negf %v : f32
            affine.yield %v, %w : f32, f32 // both
          }
          %r:2 = affine.parallel (%i, %j) = (1, 1) to (8, min(%n, 40)) step (1, 2) reduce ("addf", "maximumf") -> (f32, f32) { // all
            %v = affine.load %x[%i, %j] : memref<8x?xf32>
            %w = arith.negf %v : f32
            affine.yield %v, %w : f32, f32 // both
          } {tag = 1}
          %r_7 = arith.addf %r_6_0, %r#0 : f32
          %r_8 = arith.maximumf %r_6_0#1, %r#1 : f32
          return %r_7, %r_8 : f32, f32
        }
    "#]].assert_eq(&kept("peel", "iteration=first", SUMS));
    expect![[r#"
        // Tile this loop by 32
        func.func @f(%x: memref<8x?xf32>, %n: index) -> (f32, f32) {
          // Two of them.
          %r:2 = affine.parallel (%i_tile) = (0) to (8) step (32) reduce ("addf", "maximumf") -> (f32, f32) {
            %r_7:2 = affine.parallel (%i, %j) = (%i_tile, 1) to (min(%i_tile + 32, 8), min(%n, 40)) step (1, 2) reduce ("addf", "maximumf") -> (f32, f32) { // all
              %v = affine.load %x[%i, %j] : memref<8x?xf32>
              %w = arith.negf %v : f32
              affine.yield %v, %w : f32, f32 // both
            } {tag = 1}
            affine.yield %r_7, %r_7#1 : f32, f32
          }
          return %r#0, %r#1 : f32, f32
        }
    "#]].assert_eq(&kept("tile", "", SUMS));
}

#[test]
fn loops_inside_that_were_in_order_stay_so() {
    let text = "func.func @f(%x: memref<64x64xf32>) {
  <|>affine.parallel (%i) = (0) to (64) {
    affine.for %j = 0 to 64 {
      %v = affine.load %x[%i, %j] : memref<64x64xf32>
      %w = arith.negf %v : f32
      affine.store %w, %x[%i, %j] : memref<64x64xf32>
    }
  }
  return
}
";
    expect![[r#"
        // Tile this nest of 2 loops by 32 × 32
        func.func @f(%x: memref<64x64xf32>) {
          affine.parallel (%i_tile) = (0) to (64) step (32) {
            affine.for %j_tile = 0 to 64 step 32 {
              affine.parallel (%i) = (%i_tile) to (%i_tile + 32) {
                affine.for %j = affine_map<(d0) -> (d0)>(%j_tile) to affine_map<(d0) -> (d0 + 32)>(%j_tile) {
                  %v = affine.load %x[%i, %j] : memref<64x64xf32>
                  %w = arith.negf %v : f32
                  affine.store %w, %x[%i, %j] : memref<64x64xf32>
                }
              }
            }
          }
          return
        }
    "#]]
    .assert_eq(&kept("tile", "", text));
    expect![[r#"
        not here
    "#]]
    .assert_eq(&kept(
        "vectorize",
        "width=4",
        &text.replace("<|>", "").replace("affine.for", "<|>affine.for"),
    ));
}

#[test]
fn producers_and_consumers_in_parallel_are_fused() {
    let text = "func.func @f(%x: memref<64xf32>, %y: memref<64xf32>) {
  %t = memref.alloc() : memref<64xf32>
  affine.parallel (%i) = (0) to (64) {
    %v = affine.load %x[%i] : memref<64xf32>
    affine.store %v, %t[%i] : memref<64xf32>
  }
  <|>affine.for %i = 0 to 64 {
    %v = affine.load %t[%i] : memref<64xf32>
    affine.store %v, %y[%i] : memref<64xf32>
  }
  memref.dealloc %t : memref<64xf32>
  return
}
";
    expect![[r#"
        // Fuse the producer of %t (line 3) into this nest at depth 1: recomputes nothing, touches 25 % less memory
        func.func @f(%x: memref<64xf32>, %y: memref<64xf32>) {
          %t = memref.alloc() : memref<64xf32>
          affine.parallel (%i) = (0) to (64) {
            %v_0 = affine.load %x[%i] : memref<64xf32>
            affine.store %v_0, %t[%i] : memref<64xf32>
            %v = affine.load %t[%i] : memref<64xf32>
            affine.store %v, %y[%i] : memref<64xf32>
          }
          memref.dealloc %t : memref<64xf32>
          return
        }
    "#]].assert_eq(&kept("fuse", "", text));
}

#[test]
fn loops_of_scf_are_parallel_again() {
    let text = "func.func @f(%x: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  <|>scf.parallel (%i) = (%c0) to (%c64) step (%c1) {
    %v = memref.load %x[%i] : memref<64xf32>
    memref.store %v, %x[%i] : memref<64xf32>
  }
  return
}
";
    let raised =
        |left_as: &str| taken("refactor.rewrite.affine.unroll", &format!("factor=4:raised={left_as}"), text);
    expect![[r#"
        // Raise to affine and unroll %i by 4
        func.func @f(%x: memref<64xf32>) {
          affine.parallel (%i) = (0) to (64) step (4) {
            %v = affine.load %x[%i] : memref<64xf32>
            affine.store %v, %x[%i] : memref<64xf32>
            %v_0 = affine.load %x[%i + 1] : memref<64xf32>
            affine.store %v_0, %x[%i + 1] : memref<64xf32>
            %v_1 = affine.load %x[%i + 2] : memref<64xf32>
            affine.store %v_1, %x[%i + 2] : memref<64xf32>
            %v_2 = affine.load %x[%i + 3] : memref<64xf32>
            affine.store %v_2, %x[%i + 3] : memref<64xf32>
          }
          return
        }
    "#]]
    .assert_eq(&raised("affine"));
    expect![[r#"
        // Raise to affine and unroll %i by 4, and lower it back
        func.func @f(%x: memref<64xf32>) {
          %c0 = arith.constant 0 : index
          %c64 = arith.constant 64 : index
          %c4 = arith.constant 4 : index
          %c1 = arith.constant 1 : index
          %c2 = arith.constant 2 : index
          %c3 = arith.constant 3 : index
          scf.parallel (%i) = (%c0) to (%c64) step (%c4) {
            %v = memref.load %x[%i] : memref<64xf32>
            memref.store %v, %x[%i] : memref<64xf32>
            %0 = arith.addi %i, %c1 : index
            %v_0 = memref.load %x[%0] : memref<64xf32>
            %1 = arith.addi %i, %c1 : index
            memref.store %v_0, %x[%1] : memref<64xf32>
            %2 = arith.addi %i, %c2 : index
            %v_1 = memref.load %x[%2] : memref<64xf32>
            %3 = arith.addi %i, %c2 : index
            memref.store %v_1, %x[%3] : memref<64xf32>
            %4 = arith.addi %i, %c3 : index
            %v_2 = memref.load %x[%4] : memref<64xf32>
            %5 = arith.addi %i, %c3 : index
            memref.store %v_2, %x[%5] : memref<64xf32>
          }
          return
        }
    "#]]
    .assert_eq(&raised("scf"));
}

#[test]
fn neutral_elements_are_not_invariants_of_a_loop() {
    let text = "func.func @f(%x: memref<8x8xf32>, %y: memref<8xf32>) {
  <|>affine.parallel (%i) = (0) to (8) {
    %s = affine.parallel (%j) = (0) to (8) reduce (\"addf\") -> (f32) {
      %v = affine.load %x[%i, %j] : memref<8x8xf32>
      affine.yield %v : f32
    }
    affine.store %s, %y[%i] : memref<8xf32>
  }
  return
}
";
    assert!(kept("licm", "", text).starts_with("refused: every operation of the loop depends on %i"));
}
