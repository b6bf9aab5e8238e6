use crate::loop_tests::check_action;
use expect_test::{Expect, expect};

fn check(text: &str, expected: Expect) {
    check_action(super::KIND, text, expected);
}

#[test]
fn starts_and_steps_go_into_the_body() {
    check(
        "func.func @f(%x: memref<32xf32>, %y: memref<32xindex>) {
  <|>affine.for %i = 3 to 21 step 4 { // some
    %v = affine.load %x[%i - 3] : memref<32xf32>
    affine.store %i, %y[%i] : memref<32xindex>
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to 21 {
    }
  }
  return
}
",
        expect![[r#"
            // Count the iterations of %i from 0 in steps of 1
            func.func @f(%x: memref<32xf32>, %y: memref<32xindex>) {
              affine.for %i = 0 to 5 { // some
                %i_0 = affine.apply affine_map<(d0) -> (d0 * 4 + 3)>(%i)
                %v = affine.load %x[%i * 4] : memref<32xf32>
                affine.store %i_0, %y[%i * 4 + 3] : memref<32xindex>
                affine.for %j = affine_map<(d0) -> (d0 * 4 + 3)>(%i) to 21 {
                }
              }
              return
            }
        "#]],
    );
}

#[test]
fn symbolic_bounds_and_carried_values() {
    check(
        "func.func @f(%n: index, %m: index) -> index {
  %c0 = arith.constant 0 : index
  <|>%r = affine.for %i = %m to min affine_map<()[s0] -> (s0, 40)>()[%n] step 2 iter_args(%a = %c0) -> (index) {
    affine.yield %i : index
  }
  return %r : index
}
",
        expect![[r#"
            // Count the iterations of %i from 0 in steps of 1
            func.func @f(%n: index, %m: index) -> index {
              %c0 = arith.constant 0 : index
              %r = affine.for %i = 0 to min affine_map<()[s0, s1] -> ((s0 - s1) ceildiv 2, (40 - s1) ceildiv 2)>()[%n, %m] iter_args(%a = %c0) -> (index) {
                %i_0 = affine.apply affine_map<(d0)[s0] -> (s0 + d0 * 2)>(%i)[%m]
                affine.yield %i_0 : index
              }
              return %r : index
            }
        "#]],
    );
}

#[test]
fn loops_that_are_normal_or_have_several_starts() {
    check(
        "func.func @f() {
  <|>affine.for %i = 0 to 10 {
  }
  return
}
",
        expect![[r#"
            refused: %i counts from 0 in steps of 1 already
        "#]],
    );
}

/// The result of `affine.max` is a symbol only outside all loops.
#[test]
fn the_greatest_of_several_bounds() {
    check(
        "func.func @f(%x: memref<20xf32>, %n: index) {
  // From where it begins.
  <|>affine.for %i = max affine_map<()[s0] -> (s0, 3)>()[%n] to min affine_map<()[s0] -> (s0 + 9, 20)>()[%n] step 2 {
    %v = affine.load %x[%i] : memref<20xf32>
    affine.store %v, %x[%i - 1] : memref<20xf32>
  }
  return
}
",
        expect![[r#"
            // Count the iterations of %i from 0 in steps of 1
            func.func @f(%x: memref<20xf32>, %n: index) {
              // From where it begins.
              %i_start = affine.max affine_map<()[s0] -> (s0, 3)>()[%n]
              affine.for %i = 0 to min affine_map<()[s0, s1] -> ((s0 - s1 + 9) ceildiv 2, (20 - s1) ceildiv 2)>()[%n, %i_start] {
                %v = affine.load %x[symbol(%i_start) + %i * 2] : memref<20xf32>
                affine.store %v, %x[symbol(%i_start) + %i * 2 - 1] : memref<20xf32>
              }
              return
            }
        "#]],
    );
    check(
        "func.func @f(%x: memref<20xf32>) {
  affine.for %j = 0 to 9 {
    <|>affine.for %i = max affine_map<(d0) -> (d0, 3)>(%j) to 10 {
    }
  }
  return
}
",
        expect![[r#"
            refused: %i starts at the greatest of several bounds
        "#]],
    );
}
