use crate::loop_tests::taken;
use expect_test::{Expect, expect};

fn check(choice: &str, text: &str, expected: Expect) {
    expected.assert_eq(&taken(super::KIND, choice, text));
}

const COMMENTED: &str = "func.func @f(%x: memref<32xf32>, %y: memref<32xindex>) {
  // Above.
  <|>affine.for %i = 3 to 21 step 4 { // some
    %v = affine.load %x[%i - 3] : memref<32xf32>
    // Odd.
    affine.store %v, %x[%i] : memref<32xf32>
    affine.store %i, %y[%i] : memref<32xindex>
    // End.
  } {tag} // behind
  return
}
";

#[test]
fn the_first_iteration_goes_in_front() {
    check(
        "first",
        COMMENTED,
        expect![[r#"
        // Peel the first iteration of %i
        func.func @f(%x: memref<32xf32>, %y: memref<32xindex>) {
          // Above.
          %i_0 = arith.constant 3 : index
          %v_0 = affine.load %x[0] : memref<32xf32>
          // Odd.
          affine.store %v_0, %x[3] : memref<32xf32>
          affine.store %i_0, %y[3] : memref<32xindex>
          // End.
          affine.for %i = 7 to 21 step 4 { // some
            %v = affine.load %x[%i - 3] : memref<32xf32>
            // Odd.
            affine.store %v, %x[%i] : memref<32xf32>
            affine.store %i, %y[%i] : memref<32xindex>
            // End.
          } {tag} // behind
          return
        }
    "#]],
    );
}

#[test]
fn the_last_iteration_goes_behind() {
    check(
        "last",
        COMMENTED,
        expect![[r#"
            // Peel the last iteration of %i
            func.func @f(%x: memref<32xf32>, %y: memref<32xindex>) {
              // Above.
              affine.for %i = 3 to 19 step 4 { // some
                %v = affine.load %x[%i - 3] : memref<32xf32>
                // Odd.
                affine.store %v, %x[%i] : memref<32xf32>
                affine.store %i, %y[%i] : memref<32xindex>
                // End.
              } {tag} // behind
              %i_0 = arith.constant 19 : index
              %v_0 = affine.load %x[16] : memref<32xf32>
              // Odd.
              affine.store %v_0, %x[19] : memref<32xf32>
              affine.store %i_0, %y[19] : memref<32xindex>
              // End.
              return
            }
        "#]],
    );
}

#[test]
fn carried_values_go_through_the_iteration() {
    let text = "func.func @f(%x: memref<9xf32>, %z: f32, %o: f32) -> f32 {
  <|>%r:2 = affine.for %i = 0 to 9 iter_args(%a = %z, %b = %o) -> (f32, f32) {
    %v = affine.load %x[%i] : memref<9xf32>
    %s = arith.addf %a, %v : f32
    affine.yield %b, %s : f32, f32
  }
  %t = arith.addf %r#0, %r#1 : f32
  return %t : f32
}
";
    check(
        "first",
        text,
        expect![[r#"
        // Peel the first iteration of %i
        func.func @f(%x: memref<9xf32>, %z: f32, %o: f32) -> f32 {
          %v_0 = affine.load %x[0] : memref<9xf32>
          %s_0 = arith.addf %z, %v_0 : f32
          %r:2 = affine.for %i = 1 to 9 iter_args(%a = %o, %b = %s_0) -> (f32, f32) {
            %v = affine.load %x[%i] : memref<9xf32>
            %s = arith.addf %a, %v : f32
            affine.yield %b, %s : f32, f32
          }
          %t = arith.addf %r#0, %r#1 : f32
          return %t : f32
        }
    "#]],
    );
    check(
        "last",
        text,
        expect![[r#"
        // Peel the last iteration of %i
        func.func @f(%x: memref<9xf32>, %z: f32, %o: f32) -> f32 {
          %r:2 = affine.for %i = 0 to 8 iter_args(%a = %z, %b = %o) -> (f32, f32) {
            %v = affine.load %x[%i] : memref<9xf32>
            %s = arith.addf %a, %v : f32
            affine.yield %b, %s : f32, f32
          }
          %v_0 = affine.load %x[8] : memref<9xf32>
          %s_0 = arith.addf %r#0, %v_0 : f32
          %t = arith.addf %r#1, %s_0 : f32
          return %t : f32
        }
    "#]],
    );
    let text = "func.func @f(%z: index) -> index {
  <|>%r = affine.for %i = 0 to 9 iter_args(%a = %z) -> (index) {
    affine.yield %i : index
  }
  return %r : index
}
";
    check(
        "first",
        text,
        expect![[r#"
        // Peel the first iteration of %i
        func.func @f(%z: index) -> index {
          %i_0 = arith.constant 0 : index
          %r = affine.for %i = 1 to 9 iter_args(%a = %i_0) -> (index) {
            affine.yield %i : index
          }
          return %r : index
        }
    "#]],
    );
    check(
        "last",
        text,
        expect![[r#"
            // Peel the last iteration of %i
            func.func @f(%z: index) -> index {
              %r_0 = affine.for %i = 0 to 8 iter_args(%a = %z) -> (index) {
                affine.yield %i : index
              }
              %r = arith.constant 8 : index
              return %r : index
            }
        "#]],
    );
    let text = text.replace("to 9", "to %z");
    check(
        "last",
        &text,
        expect![[r#"
        refused: %i carries values, and perhaps has no iteration
    "#]],
    );
}

#[test]
fn an_iteration_that_is_perhaps_not_there_stands_in_a_condition() {
    let text = "func.func @f(%x: memref<?xf32>, %v: f32, %n: index, %m: index) {
  <|>affine.for %i = %m to min affine_map<()[s0] -> (s0, 40)>()[%n] step 3 {
    affine.store %v, %x[%i] : memref<?xf32>
  }
  return
}
";
    check(
        "first",
        text,
        expect![[r#"
        // Peel the first iteration of %i, in a condition that there is one
        func.func @f(%x: memref<?xf32>, %v: f32, %n: index, %m: index) {
          affine.if affine_set<()[s0, s1] : (s0 - s1 - 1 >= 0, 39 - s1 >= 0)>()[%n, %m] {
            affine.store %v, %x[symbol(%m)] : memref<?xf32>
          }
          affine.for %i = affine_map<()[s0] -> (s0 + 3)>()[%m] to min affine_map<()[s0] -> (s0, 40)>()[%n] step 3 {
            affine.store %v, %x[%i] : memref<?xf32>
          }
          return
        }
    "#]],
    );
    check(
        "last",
        text,
        expect![[r#"
        refused: %i has several bounds where it starts or ends
    "#]],
    );
    let text = text.replace("min affine_map<()[s0] -> (s0, 40)>()[%n]", "%n");
    check(
        "last",
        &text,
        expect![[r#"
        // Peel the last iteration of %i, in a condition that there is one
        func.func @f(%x: memref<?xf32>, %v: f32, %n: index, %m: index) {
          affine.for %i = %m to affine_map<()[s0, s1] -> (((s0 - s1 - 1) floordiv 3) * 3 + s1)>()[%n, %m] step 3 {
            affine.store %v, %x[%i] : memref<?xf32>
          }
          affine.if affine_set<()[s0, s1] : (s0 - s1 - 1 >= 0)>()[%n, %m] {
            affine.store %v, %x[((symbol(%n) - symbol(%m) - 1) floordiv 3) * 3 + symbol(%m)] : memref<?xf32>
          }
          return
        }
    "#]],
    );
}

#[test]
fn a_triangle_whose_rows_are_never_empty() {
    let text = "func.func @f(%x: memref<9x9xf32>, %v: f32) {
  affine.for %i = 0 to 9 {
    <|>affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
      affine.store %v, %x[%i, %j] : memref<9x9xf32>
    }
  }
  return
}
";
    check(
        "first",
        text,
        expect![[r#"
        // Peel the first iteration of %j
        func.func @f(%x: memref<9x9xf32>, %v: f32) {
          affine.for %i = 0 to 9 {
            affine.store %v, %x[%i, 0] : memref<9x9xf32>
            affine.for %j = 1 to affine_map<(d0) -> (d0 + 1)>(%i) {
              affine.store %v, %x[%i, %j] : memref<9x9xf32>
            }
          }
          return
        }
    "#]],
    );
    check(
        "last",
        text,
        expect![[r#"
        // Peel the last iteration of %j
        func.func @f(%x: memref<9x9xf32>, %v: f32) {
          affine.for %i = 0 to 9 {
            affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
              affine.store %v, %x[%i, %j] : memref<9x9xf32>
            }
            affine.store %v, %x[%i, %i] : memref<9x9xf32>
          }
          return
        }
    "#]],
    );
}

#[test]
fn a_loop_with_one_iteration_stays() {
    let text = "func.func @f(%x: memref<9xf32>, %v: f32) {
  <|>affine.for %i = 3 to 4 {
    affine.store %v, %x[%i] : memref<9xf32>
  }
  return
}
";
    check(
        "first",
        text,
        expect![[r#"
        refused: %i has only 1 iteration
    "#]],
    );
}
