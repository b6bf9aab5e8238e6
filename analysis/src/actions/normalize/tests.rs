use crate::actions::loop_tests::check_action;
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
    check(
        "func.func @f(%n: index) {
  <|>affine.for %i = max affine_map<()[s0] -> (s0, 3)>()[%n] to 10 {
  }
  return
}
",
        expect![[r#"
            refused: %i starts at the greatest of several bounds
        "#]],
    );
}
