use crate::loop_tests::taken;
use expect_test::{Expect, expect};

fn check(choice: &str, text: &str, expected: Expect) {
    expected.assert_eq(&taken(super::KIND, choice, text));
}

#[test]
fn a_rest_stays() {
    check(
        "factor=4",
        "func.func @f(%x: memref<10xf32>, %y: memref<10xindex>) {
  <|>affine.for %i = 0 to 10 { // ten
    // Doubled.
    %v = affine.load %x[%i] : memref<10xf32>
    %w = arith.addf %v, %v : f32
    affine.store %w, %x[%i] : memref<10xf32>
    affine.store %i, %y[%i] : memref<10xindex>
  } {tag}
  return
}
",
        expect![[r#"
            // Unroll %i by 4
            func.func @f(%x: memref<10xf32>, %y: memref<10xindex>) {
              affine.for %i = 0 to 8 step 4 { // ten
                // Doubled.
                %v = affine.load %x[%i] : memref<10xf32>
                %w = arith.addf %v, %v : f32
                affine.store %w, %x[%i] : memref<10xf32>
                affine.store %i, %y[%i] : memref<10xindex>
                %i_0 = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
                // Doubled.
                %v_0 = affine.load %x[%i + 1] : memref<10xf32>
                %w_0 = arith.addf %v_0, %v_0 : f32
                affine.store %w_0, %x[%i + 1] : memref<10xf32>
                affine.store %i_0, %y[%i + 1] : memref<10xindex>
                %i_1 = affine.apply affine_map<(d0) -> (d0 + 2)>(%i)
                // Doubled.
                %v_1 = affine.load %x[%i + 2] : memref<10xf32>
                %w_1 = arith.addf %v_1, %v_1 : f32
                affine.store %w_1, %x[%i + 2] : memref<10xf32>
                affine.store %i_1, %y[%i + 2] : memref<10xindex>
                %i_2 = affine.apply affine_map<(d0) -> (d0 + 3)>(%i)
                // Doubled.
                %v_2 = affine.load %x[%i + 3] : memref<10xf32>
                %w_2 = arith.addf %v_2, %v_2 : f32
                affine.store %w_2, %x[%i + 3] : memref<10xf32>
                affine.store %i_2, %y[%i + 3] : memref<10xindex>
              } {tag}
              affine.for %i = 8 to 10 { // ten
                // Doubled.
                %v = affine.load %x[%i] : memref<10xf32>
                %w = arith.addf %v, %v : f32
                affine.store %w, %x[%i] : memref<10xf32>
                affine.store %i, %y[%i] : memref<10xindex>
              } {tag}
              return
            }
        "#]],
    );
}

#[test]
fn carried_values_are_handed_on_and_exchanged() {
    let text = "func.func @f(%x: memref<?xf32>, %n: index, %z: f32, %o: f32) -> f32 {
  <|>%r:2 = affine.for %i = 0 to %n iter_args(%a = %z, %b = %o) -> (f32, f32) {
    %v = affine.load %x[%i] : memref<?xf32>
    %s = arith.addf %a, %v : f32
    affine.yield %b, %s : f32, f32
  }
  %t = arith.addf %r#0, %r#1 : f32
  return %t : f32
}
";
    check(
        "factor=4",
        text,
        expect![[r#"
        // Unroll %i by 4
        func.func @f(%x: memref<?xf32>, %n: index, %z: f32, %o: f32) -> f32 {
          %r_0:2 = affine.for %i = 0 to affine_map<()[s0] -> ((s0 floordiv 4) * 4)>()[%n] step 4 iter_args(%a = %z, %b = %o) -> (f32, f32) {
            %v = affine.load %x[%i] : memref<?xf32>
            %s = arith.addf %a, %v : f32
            %v_0 = affine.load %x[%i + 1] : memref<?xf32>
            %s_0 = arith.addf %b, %v_0 : f32
            %v_1 = affine.load %x[%i + 2] : memref<?xf32>
            %s_1 = arith.addf %s, %v_1 : f32
            %v_2 = affine.load %x[%i + 3] : memref<?xf32>
            %s_2 = arith.addf %s_0, %v_2 : f32
            affine.yield %s_1, %s_2 : f32, f32
          }
          %r:2 = affine.for %i = max affine_map<()[s0] -> (0, (s0 floordiv 4) * 4)>()[%n] to %n iter_args(%a = %r_0#0, %b = %r_0#1) -> (f32, f32) {
            %v = affine.load %x[%i] : memref<?xf32>
            %s = arith.addf %a, %v : f32
            affine.yield %b, %s : f32, f32
          }
          %t = arith.addf %r#0, %r#1 : f32
          return %t : f32
        }
    "#]],
    );
    let text = text.replace("%n iter", "3 iter");
    check(
        "factor=full",
        &text,
        expect![[r#"
        // Unroll %i fully (3 iterations)
        func.func @f(%x: memref<?xf32>, %n: index, %z: f32, %o: f32) -> f32 {
          %v = affine.load %x[0] : memref<?xf32>
          %s = arith.addf %z, %v : f32
          %v_0 = affine.load %x[1] : memref<?xf32>
          %s_0 = arith.addf %o, %v_0 : f32
          %v_1 = affine.load %x[2] : memref<?xf32>
          %s_1 = arith.addf %s, %v_1 : f32
          %t = arith.addf %s_0, %s_1 : f32
          return %t : f32
        }
    "#]],
    );
    check(
        "factor=4",
        &text,
        expect![[r#"
        refused: %i has only 3 iterations
    "#]],
    );
}

#[test]
fn the_rest_of_a_triangle() {
    check(
        "factor=4",
        "func.func @f(%x: memref<10x10xf32>) {
  affine.for %i = 0 to 10 {
    <|>affine.for %j = affine_map<(d0) -> (d0 + 2)>(%i) to 10 step 2 {
      %v = affine.load %x[%i, %j] : memref<10x10xf32>
      affine.store %v, %x[%i, %j] : memref<10x10xf32>
    }
  }
  return
}
",
        expect![[r#"
            // Unroll %j by 4
            func.func @f(%x: memref<10x10xf32>) {
              affine.for %i = 0 to 10 {
                affine.for %j = affine_map<(d0) -> (d0 + 2)>(%i) to affine_map<(d0) -> ((((8 - d0) ceildiv 2) floordiv 4) * 8 + d0 + 2)>(%i) step 8 {
                  %v = affine.load %x[%i, %j] : memref<10x10xf32>
                  affine.store %v, %x[%i, %j] : memref<10x10xf32>
                  %v_0 = affine.load %x[%i, %j + 2] : memref<10x10xf32>
                  affine.store %v_0, %x[%i, %j + 2] : memref<10x10xf32>
                  %v_1 = affine.load %x[%i, %j + 4] : memref<10x10xf32>
                  affine.store %v_1, %x[%i, %j + 4] : memref<10x10xf32>
                  %v_2 = affine.load %x[%i, %j + 6] : memref<10x10xf32>
                  affine.store %v_2, %x[%i, %j + 6] : memref<10x10xf32>
                }
                affine.for %j = max affine_map<(d0) -> (d0 + 2, (((8 - d0) ceildiv 2) floordiv 4) * 8 + d0 + 2)>(%i) to 10 step 2 {
                  %v = affine.load %x[%i, %j] : memref<10x10xf32>
                  affine.store %v, %x[%i, %j] : memref<10x10xf32>
                }
              }
              return
            }
        "#]],
    );
}

#[test]
fn bounds_that_always_fill_groups() {
    check(
        "factor=4",
        "func.func @f(%x: memref<?xf32>, %n: index) {
  <|>affine.for %i = 0 to affine_map<()[s0] -> (s0 * 8)>()[%n] {
    %v = affine.load %x[%i] : memref<?xf32>
    affine.store %v, %x[%i] : memref<?xf32>
  }
  return
}
",
        expect![[r#"
            // Unroll %i by 4
            func.func @f(%x: memref<?xf32>, %n: index) {
              affine.for %i = 0 to affine_map<()[s0] -> (s0 * 8)>()[%n] step 4 {
                %v = affine.load %x[%i] : memref<?xf32>
                affine.store %v, %x[%i] : memref<?xf32>
                %v_0 = affine.load %x[%i + 1] : memref<?xf32>
                affine.store %v_0, %x[%i + 1] : memref<?xf32>
                %v_1 = affine.load %x[%i + 2] : memref<?xf32>
                affine.store %v_1, %x[%i + 2] : memref<?xf32>
                %v_2 = affine.load %x[%i + 3] : memref<?xf32>
                affine.store %v_2, %x[%i + 3] : memref<?xf32>
              }
              return
            }
        "#]],
    );
}

#[test]
fn several_bounds_are_asked() {
    check(
        "factor=4",
        "func.func @f(%x: memref<?xf32>, %n: index) {
  <|>affine.for %i = max affine_map<()[s0] -> (0, s0 - 9)>()[%n] to min affine_map<()[s0] -> (s0, 50)>()[%n] {
    %v = affine.load %x[%i] : memref<?xf32>
    affine.store %v, %x[%i] : memref<?xf32>
  }
  return
}
",
        expect![[r#"
            // Unroll %i by 4, with a condition around each further iteration
            func.func @f(%x: memref<?xf32>, %n: index) {
              affine.for %i = max affine_map<()[s0] -> (0, s0 - 9)>()[%n] to min affine_map<()[s0] -> (s0, 50)>()[%n] step 4 {
                %v = affine.load %x[%i] : memref<?xf32>
                affine.store %v, %x[%i] : memref<?xf32>
                affine.if affine_set<(d0)[s0] : (s0 - d0 - 2 >= 0, 48 - d0 >= 0)>(%i)[%n] {
                  %v_0 = affine.load %x[%i + 1] : memref<?xf32>
                  affine.store %v_0, %x[%i + 1] : memref<?xf32>
                }
                affine.if affine_set<(d0)[s0] : (s0 - d0 - 3 >= 0, 47 - d0 >= 0)>(%i)[%n] {
                  %v_1 = affine.load %x[%i + 2] : memref<?xf32>
                  affine.store %v_1, %x[%i + 2] : memref<?xf32>
                }
                affine.if affine_set<(d0)[s0] : (s0 - d0 - 4 >= 0, 46 - d0 >= 0)>(%i)[%n] {
                  %v_2 = affine.load %x[%i + 3] : memref<?xf32>
                  affine.store %v_2, %x[%i + 3] : memref<?xf32>
                }
              }
              return
            }
        "#]],
    );
}

#[test]
fn all_iterations() {
    check(
        "factor=full",
        "func.func @f(%x: memref<8x8xf32>) {
  affine.for %i = 0 to 8 {
    <|>affine.for %j = affine_map<(d0) -> (d0)>(%i) to affine_map<(d0) -> (d0 + 4)>(%i) step 2 { // a pair
      %v = affine.load %x[%i, %j mod 8] : memref<8x8xf32>
      affine.for %k = 0 to 2 {
        %w = arith.addf %v, %v : f32
      }
      %w = arith.mulf %v, %v : f32
      affine.store %w, %x[%i, %j mod 8] : memref<8x8xf32>
    }
    %v = affine.load %x[%i, 0] : memref<8x8xf32>
  }
  return
}
",
        expect![[r#"
            // Unroll %j fully (2 iterations)
            func.func @f(%x: memref<8x8xf32>) {
              affine.for %i = 0 to 8 {
                // a pair
                %v_0 = affine.load %x[%i, %i mod 8] : memref<8x8xf32>
                affine.for %k = 0 to 2 {
                  %w = arith.addf %v_0, %v_0 : f32
                }
                %w = arith.mulf %v_0, %v_0 : f32
                affine.store %w, %x[%i, %i mod 8] : memref<8x8xf32>
                %v_1 = affine.load %x[%i, (%i + 2) mod 8] : memref<8x8xf32>
                affine.for %k = 0 to 2 {
                  %w_0 = arith.addf %v_1, %v_1 : f32
                }
                %w_1 = arith.mulf %v_1, %v_1 : f32
                affine.store %w_1, %x[%i, (%i + 2) mod 8] : memref<8x8xf32>
                %v = affine.load %x[%i, 0] : memref<8x8xf32>
              }
              return
            }
        "#]],
    );
}

#[test]
fn results_without_a_name() {
    check(
        "factor=4",
        "func.func @f(%x: memref<10xf32>, %z: f32) {
  <|>affine.for %i = 0 to 6 iter_args(%a = %z) -> (f32) {
    affine.store %a, %x[%i] : memref<10xf32>
    %b = arith.addf %a, %a : f32
    affine.yield %b : f32
  }
  return
}
",
        expect![[r#"
            // Unroll %i by 4
            func.func @f(%x: memref<10xf32>, %z: f32) {
              %0 = affine.for %i = 0 to 4 step 4 iter_args(%a = %z) -> (f32) {
                affine.store %a, %x[%i] : memref<10xf32>
                %b = arith.addf %a, %a : f32
                affine.store %b, %x[%i + 1] : memref<10xf32>
                %b_0 = arith.addf %b, %b : f32
                affine.store %b_0, %x[%i + 2] : memref<10xf32>
                %b_1 = arith.addf %b_0, %b_0 : f32
                affine.store %b_1, %x[%i + 3] : memref<10xf32>
                %b_2 = arith.addf %b_1, %b_1 : f32
                affine.yield %b_2 : f32
              }
              affine.for %i = 4 to 6 iter_args(%a = %0) -> (f32) {
                affine.store %a, %x[%i] : memref<10xf32>
                %b = arith.addf %a, %a : f32
                affine.yield %b : f32
              }
              return
            }
        "#]],
    );
}

#[test]
fn comments_behind_the_yield() {
    check(
        "factor=full",
        "func.func @f(%x: memref<8xf32>, %z: f32) -> f32 {
  <|>%r = affine.for %i = 0 to 1 iter_args(%a = %z) -> (f32) {
    %v = affine.load %x[%i] : memref<8xf32>
    %w = arith.addf %a, %v : f32
    affine.yield %w : f32 // the sum
    // so far
  }
  return %r : f32
}
",
        expect![[r#"
            // Unroll %i fully (its only iteration)
            func.func @f(%x: memref<8xf32>, %z: f32) -> f32 {
              %v = affine.load %x[0] : memref<8xf32>
              %r = arith.addf %z, %v : f32
              // the sum
              // so far
              return %r : f32
            }
        "#]],
    );
}

#[test]
fn what_replaces_the_result_takes_its_name() {
    check(
        "factor=full",
        "func.func @f(%x: memref<8xf32>, %z: f32) -> f32 {
  %r = <|>affine.for %i = 0 to 2 iter_args(%c = %z) -> (f32) {
    %v = affine.load %x[%i] : memref<8xf32>
    %w = arith.addf %c, %v : f32
    affine.yield %w : f32
  }
  \"use.value\"(%r) : (f32) -> ()
  return %r : f32
}
",
        expect![[r#"
            // Unroll %i fully (2 iterations)
            func.func @f(%x: memref<8xf32>, %z: f32) -> f32 {
              %v = affine.load %x[0] : memref<8xf32>
              %w = arith.addf %z, %v : f32
              %v_0 = affine.load %x[1] : memref<8xf32>
              %r = arith.addf %w, %v_0 : f32
              "use.value"(%r) : (f32) -> ()
              return %r : f32
            }
        "#]],
    );
}
