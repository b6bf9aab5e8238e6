use crate::loop_tests::check_action;
use expect_test::{Expect, expect};

fn check(text: &str, expected: Expect) {
    check_action(super::KIND, text, expected);
}

#[test]
fn maps_become_arithmetic_in_front() {
    check(
        "func.func @f(%A: memref<?x?xf32>, %n: index, %z: f32) -> f32 {
  %c1 = arith.constant 1 : index
  // rows
  <|>%r = affine.for %i = max affine_map<(d0) -> (d0 - 4, 4)>(%n) to %n step 2 iter_args(%acc = %z) -> (f32) { // some
    %v = affine.load %A[%i mod 4, %i + 1] : memref<?x?xf32>
    %same = affine.apply affine_map<(d0) -> (d0)>(%i)
    %half = affine.apply affine_map<(d0) -> (d0 floordiv 2 + 1)>(%i)
    affine.store %v, %A[%same, %half] : memref<?x?xf32>
    %w = affine.if affine_set<(d0) : (d0 >= 0, d0 - 5 == 0)>(%i) -> (f32) {
      affine.yield %v : f32
    } else {
      affine.yield %z : f32
    }
    \"test.use\"(%same) : (index) -> ()
    affine.yield %w : f32
  } {tag = 3}
  return %r : f32
}
",
        expect![[r#"
            // Lower the nest of %i to scf
            func.func @f(%A: memref<?x?xf32>, %n: index, %z: f32) -> f32 {
              %c1 = arith.constant 1 : index
              %c4 = arith.constant 4 : index
              %c2 = arith.constant 2 : index
              %c0 = arith.constant 0 : index
              %c5 = arith.constant 5 : index
              // rows
              %0 = arith.subi %n, %c4 : index
              %1 = arith.maxsi %0, %c4 : index
              %r = scf.for %i = %1 to %n step %c2 iter_args(%acc = %z) -> (f32) { // some
                %2 = arith.floordivsi %i, %c4 : index
                %3 = arith.muli %2, %c4 : index
                %4 = arith.subi %i, %3 : index
                %5 = arith.addi %i, %c1 : index
                %v = memref.load %A[%4, %5] : memref<?x?xf32>
                %6 = arith.floordivsi %i, %c2 : index
                %half = arith.addi %6, %c1 : index
                memref.store %v, %A[%i, %half] : memref<?x?xf32>
                %7 = arith.cmpi sge, %i, %c0 : index
                %8 = arith.subi %i, %c5 : index
                %9 = arith.cmpi eq, %8, %c0 : index
                %10 = arith.andi %7, %9 : i1
                %w = scf.if %10 -> (f32) {
                  scf.yield %v : f32
                } else {
                  scf.yield %z : f32
                }
                "test.use"(%i) : (index) -> ()
                scf.yield %w : f32
              } {tag = 3}
              return %r : f32
            }
        "#]],
    );
}

#[test]
fn reductions_start_at_the_neutral_element() {
    check(
        "func.func @f(%A: memref<8x8xf32>, %n: index) -> (f32, f32) {
  <|>%s:2 = affine.parallel (%i, %j) = (0, 0) to (%n, min(%n, 7)) step (2, 1) reduce (\"addf\", \"mulf\") -> (f32, f32) {
    %v = affine.load %A[%i, %j] : memref<8x8xf32>
    affine.yield %v, %v : f32, f32
  }
  affine.parallel (%i) = (0) to (8) {
    affine.yield
  }
  return %s#0, %s#1 : f32, f32
}
"
        .replacen("  <|>", "  ", 1)
        .replacen("func.func", "<|>func.func", 1)
        .as_str(),
        expect![[r#"
            // Lower the function to scf
            func.func @f(%A: memref<8x8xf32>, %n: index) -> (f32, f32) {
              %c0 = arith.constant 0 : index
              %c7 = arith.constant 7 : index
              %c2 = arith.constant 2 : index
              %c1 = arith.constant 1 : index
              %c8 = arith.constant 8 : index
              %0 = arith.minsi %n, %c7 : index
              %1 = arith.constant -0.0 : f32
              %2 = arith.constant 1.0 : f32
              %s:2 = scf.parallel (%i, %j) = (%c0, %c0) to (%n, %0) step (%c2, %c1) init (%1, %2) -> (f32, f32) {
                %v = memref.load %A[%i, %j] : memref<8x8xf32>
                scf.reduce(%v, %v : f32, f32) {
                ^bb0(%left: f32, %right: f32):
                  %both = arith.addf %left, %right : f32
                  scf.reduce.return %both : f32
                }, {
                ^bb0(%left_0: f32, %right_0: f32):
                  %both_0 = arith.mulf %left_0, %right_0 : f32
                  scf.reduce.return %both_0 : f32
                }
              }
              scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
              }
              return %s#0, %s#1 : f32, f32
            }
        "#]],
    );
}

#[test]
fn a_nest_is_lowered_as_a_whole_or_not_at_all() {
    check(
        "func.func @f(%A: memref<8xf32>, %B: memref<8xf32, 1>, %t: memref<1xi32>, %n: index) {
  <|>affine.for %i = 0 to 8 {
    affine.dma_wait %t[0], %n : memref<1xi32>
  }
  return
}
",
        expect![[r#"
            refused: `affine.dma_wait` has no counterpart (line 3)
        "#]],
    );
}

#[test]
fn what_is_isolated_inside_stays() {
    check(
        "func.func @f(%A: memref<8xf32>, %v: f32) {
  <|>affine.for %i = 0 to 8 {
    builtin.module {
      func.func @g(%B: memref<8xf32>, %w: f32) {
        affine.for %j = 0 to 8 {
          affine.store %w, %B[%j] : memref<8xf32>
        }
        return
      }
    }
    affine.store %v, %A[%i] : memref<8xf32>
  }
  return
}
",
        expect![[r#"
            refused: `builtin.module` is isolated from what is around it (line 3)
        "#]],
    );
}

#[test]
fn constants_of_a_function_follow_its_brace() {
    check(
        "<|>func.func @f(%A: memref<?xindex>, %n: index) {
  %p = affine.apply affine_map<()[s0] -> (s0)>()[%n]
  affine.for %i = 0 to %p {
    affine.store %i, %A[%i] : memref<?xindex>
  }
  return
}
",
        expect![[r#"
            // Lower the function to scf
            func.func @f(%A: memref<?xindex>, %n: index) {
              %c0 = arith.constant 0 : index
              %c1 = arith.constant 1 : index
              scf.for %i = %c0 to %n step %c1 {
                memref.store %i, %A[%i] : memref<?xindex>
              }
              return
            }
        "#]],
    );
}
