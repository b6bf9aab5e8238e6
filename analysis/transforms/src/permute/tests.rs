use crate::loop_tests::{check_action, taken_asking};
use expect_test::{Expect, expect};

fn check(text: &str, expected: Expect) {
    check_action(super::KIND, text, expected);
}

fn in_order(order: &str, text: &str, expected: Expect) {
    expected.assert_eq(&taken_asking(super::KIND, "order", order, text));
}

const PRODUCT: &str = "func.func @f(%A: memref<8x9xi32>, %B: memref<9x7xi32>, %C: memref<8x7xi32>) {
  <|>affine.for %i = 0 to 8 { // rows
    affine.for %j = 0 to 7 {
      affine.for %k = 0 to 9 step 3 {
        // Along the row.
        %a = affine.load %A[%i, %k] : memref<8x9xi32>
        %b = affine.load %B[%k, %j] : memref<9x7xi32>
        %c = affine.load %C[%i, %j] : memref<8x7xi32>
        %p = arith.muli %a, %b : i32
        %s = arith.addi %c, %p : i32
        affine.store %s, %C[%i, %j] : memref<8x7xi32>
      } {innermost}
    }
  }
  return
}
";

#[test]
fn neighbours_come_innermost() {
    check(
        PRODUCT,
        expect![[r#"
        // Permute %i, %j, %k to %i, %k, %j: innermost steps 0, 1, 1, 1 instead of 3, 21, 0, 0
        func.func @f(%A: memref<8x9xi32>, %B: memref<9x7xi32>, %C: memref<8x7xi32>) {
          affine.for %i = 0 to 8 { // rows
            affine.for %k = 0 to 9 step 3 {
              affine.for %j = 0 to 7 {
                // Along the row.
                %a = affine.load %A[%i, %k] : memref<8x9xi32>
                %b = affine.load %B[%k, %j] : memref<9x7xi32>
                %c = affine.load %C[%i, %j] : memref<8x7xi32>
                %p = arith.muli %a, %b : i32
                %s = arith.addi %c, %p : i32
                affine.store %s, %C[%i, %j] : memref<8x7xi32>
              }
            } {innermost}
          }
          return
        }
    "#]],
    );
}

#[test]
fn any_order_may_be_asked_for() {
    in_order(
        "2,1,0",
        PRODUCT,
        expect![[r#"
        // Permute %i, %j, %k to %k, %j, %i: innermost steps 9, 0, 7, 7 instead of 3, 21, 0, 0
        func.func @f(%A: memref<8x9xi32>, %B: memref<9x7xi32>, %C: memref<8x7xi32>) {
          affine.for %k = 0 to 9 step 3 { // rows
            affine.for %j = 0 to 7 {
              affine.for %i = 0 to 8 {
                // Along the row.
                %a = affine.load %A[%i, %k] : memref<8x9xi32>
                %b = affine.load %B[%k, %j] : memref<9x7xi32>
                %c = affine.load %C[%i, %j] : memref<8x7xi32>
                %p = arith.muli %a, %b : i32
                %s = arith.addi %c, %p : i32
                affine.store %s, %C[%i, %j] : memref<8x7xi32>
              }
            }
          } {innermost}
          return
        }
    "#]],
    );
    in_order(
        "1,0",
        PRODUCT,
        expect![[r#"
            // Permute %i, %j to %j, %i
            func.func @f(%A: memref<8x9xi32>, %B: memref<9x7xi32>, %C: memref<8x7xi32>) {
              affine.for %j = 0 to 7 { // rows
                affine.for %i = 0 to 8 {
                  affine.for %k = 0 to 9 step 3 {
                    // Along the row.
                    %a = affine.load %A[%i, %k] : memref<8x9xi32>
                    %b = affine.load %B[%k, %j] : memref<9x7xi32>
                    %c = affine.load %C[%i, %j] : memref<8x7xi32>
                    %p = arith.muli %a, %b : i32
                    %s = arith.addi %c, %p : i32
                    affine.store %s, %C[%i, %j] : memref<8x7xi32>
                  } {innermost}
                }
              }
              return
            }
        "#]],
    );
    in_order(
        "0,1,2",
        PRODUCT,
        expect![[r#"
        refused: this is the order that the loops have
    "#]],
    );
    in_order(
        "0,0,1",
        PRODUCT,
        expect![[r#"
        not here
    "#]],
    );
}

/// Interchanging the outer two first is not.
#[test]
fn what_is_forbidden_in_between_may_be_legal_in_one_step() {
    let text = "func.func @f(%x: memref<9x9x9xf32>) {
  <|>affine.for %i = 1 to 9 {
    affine.for %j = 0 to 8 {
      affine.for %k = 1 to 9 {
        %v = affine.load %x[%i - 1, %j + 1, %k - 1] : memref<9x9x9xf32>
        affine.store %v, %x[%i, %j, %k] : memref<9x9x9xf32>
      }
    }
  }
  return
}
";
    in_order(
        "2,1,0",
        text,
        expect![[r#"
        // Permute %i, %j, %k to %k, %j, %i: innermost steps 81, 81 instead of 1, 1
        func.func @f(%x: memref<9x9x9xf32>) {
          affine.for %k = 1 to 9 {
            affine.for %j = 0 to 8 {
              affine.for %i = 1 to 9 {
                %v = affine.load %x[%i - 1, %j + 1, %k - 1] : memref<9x9x9xf32>
                affine.store %v, %x[%i, %j, %k] : memref<9x9x9xf32>
              }
            }
          }
          return
        }
    "#]],
    );
    in_order(
        "1,2,0",
        text,
        expect![[r#"
        refused: the two ends of a dependence would run in the opposite order: RAW `affine.store %x` (line 6) → `affine.load %x` (line 5), distance (1, -1, 1)
    "#]],
    );
}

#[test]
fn bounds_stay_inside_what_they_depend_on() {
    let text = "func.func @f(%x: memref<9x9x9xf32>, %v: f32) {
  <|>affine.for %i = 0 to 9 {
    affine.for %j = 0 to 9 {
      affine.for %k = 0 to affine_map<(d0) -> (d0)>(%i) {
        affine.store %v, %x[%k, %j, %i] : memref<9x9x9xf32>
      }
    }
  }
  return
}
";
    in_order(
        "0,2,1",
        text,
        expect![[r#"
        // Permute %i, %j, %k to %i, %k, %j: innermost steps 9 instead of 81
        func.func @f(%x: memref<9x9x9xf32>, %v: f32) {
          affine.for %i = 0 to 9 {
            affine.for %k = 0 to affine_map<(d0) -> (d0)>(%i) {
              affine.for %j = 0 to 9 {
                affine.store %v, %x[%k, %j, %i] : memref<9x9x9xf32>
              }
            }
          }
          return
        }
    "#]],
    );
    in_order(
        "2,1,0",
        text,
        expect![[r#"
        refused: the bounds of %k depend on %i, which would run inside it
    "#]],
    );
}
