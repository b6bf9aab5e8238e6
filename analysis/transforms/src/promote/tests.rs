use crate::loop_tests::{TOTAL, check_action, exact, taken};
use expect_test::{Expect, expect};

fn check(text: &str, expected: Expect) {
    check_action(super::KIND, text, expected);
}

#[test]
fn a_product_of_matrices() {
    check(
        "func.func @f(%a: memref<8x8xf32>, %b: memref<8x8xf32>, %c: memref<8x8xf32>) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      <|>affine.for %k = 0 to 8 { // along
        %x = affine.load %a[%i, %k] : memref<8x8xf32>
        %y = affine.load %b[%k, %j] : memref<8x8xf32>
        %z = affine.load %c[%i, %j] : memref<8x8xf32> // the sum
        %p = arith.mulf %x, %y : f32
        %s = arith.addf %z, %p : f32
        affine.store %s, %c[%i, %j] : memref<8x8xf32>
      }
    }
  }
  return
}
",
        expect![[r#"
            // Carry the element of %c as a value through the loop over %k
            func.func @f(%a: memref<8x8xf32>, %b: memref<8x8xf32>, %c: memref<8x8xf32>) {
              affine.for %i = 0 to 8 {
                affine.for %j = 0 to 8 {
                  %z = affine.load %c[%i, %j] : memref<8x8xf32>
                  %s_0 = affine.for %k = 0 to 8 iter_args(%z_0 = %z) -> (f32) { // along
                    %x = affine.load %a[%i, %k] : memref<8x8xf32>
                    %y = affine.load %b[%k, %j] : memref<8x8xf32>
                    // the sum
                    %p = arith.mulf %x, %y : f32
                    %s = arith.addf %z_0, %p : f32
                    affine.yield %s : f32
                  }
                  affine.store %s_0, %c[%i, %j] : memref<8x8xf32>
                }
              }
              return
            }
        "#]],
    );
}

#[test]
fn through_several_loops() {
    check(
        TOTAL,
        expect![[r#"
        // Carry the element of %s as a value through the loop over %i
        func.func @f(%x: memref<9x13xf32>, %s: memref<1xf32>) {
          %a = affine.load %s[0] : memref<1xf32>
          %b_1 = affine.for %i = 0 to 9 iter_args(%a_0 = %a) -> (f32) {
            %b_0 = affine.for %j = 0 to 13 step 2 iter_args(%a_1 = %a_0) -> (f32) {
              %v = affine.load %x[%i, %j] : memref<9x13xf32>
              %b = arith.addf %a_1, %v : f32
              affine.yield %b : f32
            }
            affine.yield %b_0 : f32
          }
          affine.store %b_1, %s[0] : memref<1xf32>
          return
        }
    "#]],
    );
}

#[test]
fn beside_values_that_are_carried() {
    check(
        "func.func @f(%x: memref<8xf32>, %m: memref<2xf32>, %z: f32) -> f32 {
  <|>%r = affine.for %i = 0 to 8 iter_args(%a = %z) -> f32 {
    %v = affine.load %x[%i] : memref<8xf32>
    %b = arith.addf %a, %v : f32
    %g = affine.load %m[0] : memref<2xf32>
    %h = arith.maximumf %g, %v : f32
    affine.store %h, %m[0] : memref<2xf32>
    %again = affine.load %m[0] : memref<2xf32>
    %l = affine.load %m[1] : memref<2xf32>
    %n = arith.minimumf %l, %again : f32
    affine.store %n, %m[1] : memref<2xf32>
    affine.yield %b : f32
  }
  return %r : f32
}
",
        expect![[r#"
            // Carry elements of %m as values through the loop over %i
            func.func @f(%x: memref<8xf32>, %m: memref<2xf32>, %z: f32) -> f32 {
              %g = affine.load %m[0] : memref<2xf32>
              %l = affine.load %m[1] : memref<2xf32>
              %r, %h_0, %n_0 = affine.for %i = 0 to 8 iter_args(%a = %z, %g_0 = %g, %l_0 = %l) -> (f32, f32, f32) {
                %v = affine.load %x[%i] : memref<8xf32>
                %b = arith.addf %a, %v : f32
                %h = arith.maximumf %g_0, %v : f32
                %n = arith.minimumf %l_0, %h : f32
                affine.yield %b, %h, %n : f32, f32, f32
              }
              affine.store %h_0, %m[0] : memref<2xf32>
              affine.store %n_0, %m[1] : memref<2xf32>
              return %r : f32
            }
        "#]],
    );
}

#[test]
fn what_forbids() {
    let other = "func.func @f(%x: memref<8xf32>, %c: index) {
  <|>affine.for %i = 0 to 8 {
    %v = affine.load %x[symbol(%c)] : memref<8xf32>
    %w = affine.load %x[%i] : memref<8xf32>
    %s = arith.addf %v, %w : f32
    affine.store %s, %x[symbol(%c)] : memref<8xf32>
  }
  return
}
";
    check(
        other,
        expect![[r#"
        refused: something else touches the element: WAR `affine.load %x` (line 4) → `affine.store %x` (line 6), distance ([1, 7])
    "#]],
    );
    let maybe = other.replace("%w = affine.load %x[%i] : memref<8xf32>", "%w = arith.negf %v : f32");
    check(
        &maybe,
        expect![[r#"
        // Carry the element of %x as a value through the loop over %i
        func.func @f(%x: memref<8xf32>, %c: index) {
          %v = affine.load %x[symbol(%c)] : memref<8xf32>
          %s_0 = affine.for %i = 0 to 8 iter_args(%v_0 = %v) -> (f32) {
            %w = arith.negf %v_0 : f32
            %s = arith.addf %v_0, %w : f32
            affine.yield %s : f32
          }
          affine.store %s_0, %x[symbol(%c)] : memref<8xf32>
          return
        }
    "#]],
    );
    check(
        &maybe.replace("0 to 8", "0 to %c"),
        expect![[r#"
            refused: without an iteration the element of %x is not touched (line 6)
        "#]],
    );
    check(
        &maybe.replace("0 to 8", "0 to %c").replace("symbol(%c)", "5"),
        expect![[r#"
            refused: without an iteration the element of %x is not touched (line 6)
        "#]],
    );
    let condition =
        exact(TOTAL).replace("affine.for %j = 0 to 13 step 2", "affine.if affine_set<(d0) : (d0 >= 0)>(%i)");
    check(
        &condition.replace("[%i, %j]", "[%i, 0]"),
        expect![[r#"
        refused: the element of %s is accessed inside `affine.if` (line 7)
    "#]],
    );
}

#[test]
fn then_a_loop_reduces() {
    let text = taken(super::KIND, "", TOTAL);
    let (_, text) = text.split_once('\n').unwrap_or_default();
    let at = text.replacen("%b_1 = affine.for", "<|>%b_1 = affine.for", 1);
    expect![[r#"
        // Run the iterations of %i, %j in parallel, reducing by addf (floating-point terms in any order)
        func.func @f(%x: memref<9x13xf32>, %s: memref<1xf32>) {
          %a = affine.load %s[0] : memref<1xf32>
          %b_1_0 = affine.parallel (%i, %j) = (0, 0) to (9, 13) step (1, 2) reduce ("addf") -> (f32) {
            %v = affine.load %x[%i, %j] : memref<9x13xf32>
            affine.yield %v : f32
          }
          %b_1 = arith.addf %a, %b_1_0 : f32
          affine.store %b_1, %s[0] : memref<1xf32>
          return
        }
    "#]]
    .assert_eq(&taken("refactor.rewrite.affine.parallelize", "loops=2", &at));
}

/// An element that is stored in any case may be stored again.
#[test]
fn a_loop_that_may_not_run_behind_a_store_of_the_element() {
    let text = "func.func @f(%C: memref<8x8xi32>, %x: memref<?xi32>, %n: index, %z: i32) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      affine.store %z, %C[%i, %j] : memref<8x8xi32>
      <|>affine.for %k = 0 to %n {
        %c = affine.load %C[%i, %j] : memref<8x8xi32>
        %v = affine.load %x[%k] : memref<?xi32>
        %s = arith.addi %c, %v : i32
        affine.store %s, %C[%i, %j] : memref<8x8xi32>
      }
    }
  }
  return
}
";
    check(
        text,
        expect![[r#"
        // Carry the element of %C as a value through the loop over %k
        func.func @f(%C: memref<8x8xi32>, %x: memref<?xi32>, %n: index, %z: i32) {
          affine.for %i = 0 to 8 {
            affine.for %j = 0 to 8 {
              affine.store %z, %C[%i, %j] : memref<8x8xi32>
              %c = affine.load %C[%i, %j] : memref<8x8xi32>
              %s_0 = affine.for %k = 0 to %n iter_args(%c_0 = %c) -> (i32) {
                %v = affine.load %x[%k] : memref<?xi32>
                %s = arith.addi %c_0, %v : i32
                affine.yield %s : i32
              }
              affine.store %s_0, %C[%i, %j] : memref<8x8xi32>
            }
          }
          return
        }
    "#]],
    );
    check(
        &text.replace("%z, %C[%i, %j]", "%z, %C[%j, %i]"),
        expect![[r#"
        refused: without an iteration the element of %C is not touched (line 9)
    "#]],
    );
}

#[test]
fn sums_in_several_elements_have_a_reason() {
    check(
        "func.func @f(%A: memref<8x8xi32>, %y: memref<8xi32>) {
  <|>affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      %a = affine.load %A[%i, %j] : memref<8x8xi32>
      %c = affine.load %y[%j] : memref<8xi32>
      %s = arith.addi %c, %a : i32
      affine.store %s, %y[%j] : memref<8xi32>
    }
  }
  return
}
",
        expect![[r#"
            refused: `affine.store %y` (line 7) goes to several elements in one iteration
        "#]],
    );
}
