use crate::loop_tests::check_action;
use expect_test::{Expect, expect};

fn check(text: &str, expected: Expect) {
    check_action(super::KIND, text, expected);
}

#[test]
fn values_are_loaded_first_and_stored_last() {
    check(
        "func.func @f(%A: memref<8xf32>, %x: f32) -> f32 {
  <|>%r = affine.for %i = 0 to 8 step 2 iter_args(%a = %x) -> (f32) { // sum
    %v = affine.load %A[%i] : memref<8xf32>
    %b = arith.addf %a, %v : f32
    // handed on
    affine.yield %b : f32
  } {kept}
  return %r : f32
}
",
        expect![[r#"
            // Keep what %i carries in memory
            func.func @f(%A: memref<8xf32>, %x: f32) -> f32 {
              %a_memory = memref.alloca() : memref<f32>
              affine.store %x, %a_memory[] : memref<f32>
              affine.for %i = 0 to 8 step 2 { // sum
                %a = affine.load %a_memory[] : memref<f32>
                %v = affine.load %A[%i] : memref<8xf32>
                %b = arith.addf %a, %v : f32
                // handed on
                affine.store %b, %a_memory[] : memref<f32>
              } {kept}
              %r = affine.load %a_memory[] : memref<f32>
              return %r : f32
            }
        "#]],
    );
}

#[test]
fn several_values_that_change_places() {
    check(
        "func.func @f(%x: f32, %n: index) -> (f32, index) {
  <|>%r:2 = affine.for %i = 0 to %n iter_args(%a = %x, %b = %x) -> (f32, f32) {
    affine.yield %b, %a : f32, f32
  }
  %s = arith.addf %r#0, %r#1 : f32
  return %s, %n : f32, index
}
",
        expect![[r#"
            // Keep what %i carries in memory
            func.func @f(%x: f32, %n: index) -> (f32, index) {
              %a_memory = memref.alloca() : memref<f32>
              affine.store %x, %a_memory[] : memref<f32>
              %b_memory = memref.alloca() : memref<f32>
              affine.store %x, %b_memory[] : memref<f32>
              affine.for %i = 0 to %n {
                %a = affine.load %a_memory[] : memref<f32>
                %b = affine.load %b_memory[] : memref<f32>
                affine.store %b, %a_memory[] : memref<f32>
                affine.store %a, %b_memory[] : memref<f32>
              }
              %r = affine.load %a_memory[] : memref<f32>
              %r_0 = affine.load %b_memory[] : memref<f32>
              %s = arith.addf %r, %r_0 : f32
              return %s, %n : f32, index
            }
        "#]],
    );
}

#[test]
fn what_is_no_element_stays() {
    check(
        "func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  <|>%r = affine.for %i = 0 to 8 iter_args(%a = %x) -> (tensor<4xf32>) {
    affine.yield %a : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
",
        expect![[r#"
            refused: a memref cannot have elements of type tensor<4xf32>
        "#]],
    );
}
