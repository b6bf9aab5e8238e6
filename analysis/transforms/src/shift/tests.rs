use crate::loop_tests::check_action;
use expect_test::{Expect, expect};

fn check(text: &str, expected: Expect) {
    check_action(super::KIND, text, expected);
}

#[test]
fn what_the_next_iteration_needs_is_delayed() {
    check(
        "func.func @f(%x: memref<32xf32>, %y: memref<32xf32>, %z: memref<32xindex>) {
  // Above.
  <|>affine.for %i = 1 to 31 { // all
    // First.
    %v = affine.load %y[%i - 1] : memref<32xf32> // load
    affine.store %v, %x[%i] : memref<32xf32>

    // Second.
    %w = affine.load %z[%i] : memref<32xindex>
    affine.store %i, %z[%i] : memref<32xindex>
    %u = arith.index_cast %w : index to i32
    %f = arith.sitofp %u : i32 to f32
    affine.store %f, %y[%i] : memref<32xf32> // store
    // End.
  } {tag} // behind
  return
}
",
        expect![[r#"
            // Delay lines 9 to 13 by 1 iteration of %i
            func.func @f(%x: memref<32xf32>, %y: memref<32xf32>, %z: memref<32xindex>) {
              // Above.
              affine.for %i = 1 to 2 { // all
                // First.
                %v = affine.load %y[%i - 1] : memref<32xf32> // load
                affine.store %v, %x[%i] : memref<32xf32>

                // End.
              } {tag}
              affine.for %i = 2 to 31 { // all
                %i_0 = affine.apply affine_map<(d0) -> (d0 - 1)>(%i)
                // Second.
                %w = affine.load %z[%i - 1] : memref<32xindex>
                affine.store %i_0, %z[%i - 1] : memref<32xindex>
                %u = arith.index_cast %w : index to i32
                %f = arith.sitofp %u : i32 to f32
                affine.store %f, %y[%i - 1] : memref<32xf32> // store
                // First.
                %v = affine.load %y[%i - 1] : memref<32xf32> // load
                affine.store %v, %x[%i] : memref<32xf32>
              } {tag}
              affine.for %i = 30 to 31 { // all

                // Second.
                %w = affine.load %z[%i] : memref<32xindex>
                affine.store %i, %z[%i] : memref<32xindex>
                %u = arith.index_cast %w : index to i32
                %f = arith.sitofp %u : i32 to f32
                affine.store %f, %y[%i] : memref<32xf32> // store
                // End.
              } {tag} // behind
              return
            }
        "#]],
    );
}

#[test]
fn nests_and_symbolic_bounds() {
    check(
        "func.func @f(%x: memref<?x8xf32>, %y: memref<?x8xf32>, %z: memref<?x8xf32>, %n: index) {
  <|>affine.for %i = 2 to %n {
    affine.for %j = 0 to 8 {
      %v = affine.load %x[%i, %j] : memref<?x8xf32>
      affine.store %v, %y[%i, %j] : memref<?x8xf32>
    }
    affine.for %j = 0 to 8 {
      %v = affine.load %y[%i - 2, 7 - %j] : memref<?x8xf32>
      affine.store %v, %z[%i, %j] : memref<?x8xf32>
    }
  }
  return
}
",
        expect![[r#"
            // Delay line 3 by 2 iterations of %i
            func.func @f(%x: memref<?x8xf32>, %y: memref<?x8xf32>, %z: memref<?x8xf32>, %n: index) {
              affine.for %i = 2 to min affine_map<()[s0] -> (4, s0)>()[%n] {
                affine.for %j = 0 to 8 {
                  %v = affine.load %y[%i - 2, 7 - %j] : memref<?x8xf32>
                  affine.store %v, %z[%i, %j] : memref<?x8xf32>
                }
              }
              affine.for %i = 4 to %n {
                affine.for %j = 0 to 8 {
                  %v = affine.load %x[%i - 2, %j] : memref<?x8xf32>
                  affine.store %v, %y[%i - 2, %j] : memref<?x8xf32>
                }
                affine.for %j = 0 to 8 {
                  %v = affine.load %y[%i - 2, 7 - %j] : memref<?x8xf32>
                  affine.store %v, %z[%i, %j] : memref<?x8xf32>
                }
              }
              affine.for %i = max affine_map<()[s0] -> (2, s0 - 2)>()[%n] to %n {
                affine.for %j = 0 to 8 {
                  %v = affine.load %x[%i, %j] : memref<?x8xf32>
                  affine.store %v, %y[%i, %j] : memref<?x8xf32>
                }
              }
              return
            }
        "#]],
    );
}

#[test]
fn steps() {
    check(
        "func.func @f(%x: memref<64xf32>, %y: memref<64xf32>, %v: f32) {
  <|>affine.for %i = 3 to 20 step 3 {
    affine.store %v, %x[%i] : memref<64xf32>
    %w = affine.load %x[%i - 6] : memref<64xf32>
    affine.store %w, %y[%i] : memref<64xf32>
  }
  return
}
",
        expect![[r#"
            // Delay line 3 by 2 iterations of %i
            func.func @f(%x: memref<64xf32>, %y: memref<64xf32>, %v: f32) {
              affine.for %i = 3 to 9 step 3 {
                %w = affine.load %x[%i - 6] : memref<64xf32>
                affine.store %w, %y[%i] : memref<64xf32>
              }
              affine.for %i = 9 to 21 step 3 {
                affine.store %v, %x[%i - 6] : memref<64xf32>
                %w = affine.load %x[%i - 6] : memref<64xf32>
                affine.store %w, %y[%i] : memref<64xf32>
              }
              affine.for %i = 15 to 21 step 3 {
                affine.store %v, %x[%i] : memref<64xf32>
              }
              return
            }
        "#]],
    );
}

#[test]
fn what_no_shift_resolves_is_named() {
    // Both ways.
    check(
        "func.func @f(%x: memref<64xf32>, %y: memref<64xf32>) {
  <|>affine.for %i = 1 to 64 {
    %v = affine.load %x[%i - 1] : memref<64xf32>
    affine.store %v, %y[%i] : memref<64xf32>
    %w = affine.load %y[%i - 1] : memref<64xf32>
    affine.store %w, %x[%i] : memref<64xf32>
  }
  return
}
",
        expect![[r#"
            refused: no shift makes the iterations of %i independent: RAW `affine.store %x` (line 6) → `affine.load %x` (line 3), distance (1)
        "#]],
    );
    // In the same iteration, too.
    check(
        "func.func @f(%x: memref<64xf32>, %y: memref<64xf32>, %v: f32) {
  <|>affine.for %i = 1 to 64 {
    affine.store %v, %x[%i] : memref<64xf32>
    %w = affine.load %x[%i - 1] : memref<64xf32>
    %u = affine.load %x[%i] : memref<64xf32>
    %s = arith.addf %w, %u : f32
    affine.store %s, %y[%i] : memref<64xf32>
  }
  return
}
",
        expect![[r#"
            refused: no shift makes the iterations of %i independent: RAW `affine.store %x` (line 3) → `affine.load %x` (line 4), distance (1)
        "#]],
    );
    check(
        "func.func @f(%x: memref<64xf32>, %y: memref<64xf32>, %v: f32) {
  <|>affine.for %i = 1 to 2 {
    affine.store %v, %x[%i] : memref<64xf32>
    %w = affine.load %x[%i - 1] : memref<64xf32>
    affine.store %w, %y[%i] : memref<64xf32>
  }
  return
}
",
        expect![[r#"
            not here
        "#]],
    );
    check(
        "func.func @f(%x: memref<64xf32>, %y: memref<64xf32>, %v: f32, %n: index) {
  <|>affine.for %i = 1 to min affine_map<()[s0] -> (s0, 64)>()[%n] {
    affine.store %v, %x[%i] : memref<64xf32>
    %w = affine.load %x[%i - 1] : memref<64xf32>
    affine.store %w, %y[%i] : memref<64xf32>
  }
  return
}
",
        expect![[r#"
            refused: %i has too few iterations, or where the last ones start cannot be written
        "#]],
    );
}

#[test]
fn independent_iterations_are_left_alone() {
    check(
        "func.func @f(%x: memref<64xf32>, %y: memref<64xf32>, %v: f32) {
  <|>affine.for %i = 1 to 64 {
    affine.store %v, %x[%i] : memref<64xf32>
    %w = affine.load %x[%i] : memref<64xf32>
    affine.store %w, %y[%i] : memref<64xf32>
  }
  return
}
",
        expect![[r#"
            not here
        "#]],
    );
}
