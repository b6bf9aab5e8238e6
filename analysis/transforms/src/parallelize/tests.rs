use crate::loop_tests::{TOTAL, check_action, exact, taken};
use expect_test::{Expect, expect};

/// The first loop made parallel, or why not.
fn check(text: &str, expected: Expect) {
    check_action(super::KIND, text, expected);
}

#[test]
fn bounds_and_steps_are_those_of_the_loop() {
    check(
        "func.func @f(%x: memref<?xf32>, %n: index) {
  affine.for %i = 0 to 4 {
    <|>affine.for %j = max affine_map<(d0) -> (d0, 2)>(%i) to %n step 2 { // every second
      %v = affine.load %x[%j] : memref<?xf32>
      affine.store %v, %x[%j] : memref<?xf32>
    } {tag = 1}
  }
  return
}
",
        expect![[r#"
            // Run the iterations of %j in parallel
            func.func @f(%x: memref<?xf32>, %n: index) {
              affine.for %i = 0 to 4 {
                affine.parallel (%j) = (max(%i, 2)) to (%n) step (2) { // every second
                  %v = affine.load %x[%j] : memref<?xf32>
                  affine.store %v, %x[%j] : memref<?xf32>
                } {tag = 1}
              }
              return
            }
        "#]],
    );
}

#[test]
fn several_values_are_reduced() {
    check(
        "func.func @f(%x: memref<8xf32>, %z: f32, %o: i32) -> (f32, i32) {
  <|>%r:2 = affine.for %i = 0 to 8 iter_args(%a = %z, %b = %o) -> (f32, i32) {
    %v = affine.load %x[%i] : memref<8xf32>
    // The sum.
    %s = arith.addf %v, %a : f32
    %k = arith.fptosi %v : f32 to i32
    %t = arith.ori %b, %k : i32
    affine.yield %s, %t : f32, i32
  }
  return %r#0, %r#1 : f32, i32
}
",
        expect![[r#"
            // Run the iterations of %i in parallel, reducing by addf and ori (floating-point terms in any order)
            func.func @f(%x: memref<8xf32>, %z: f32, %o: i32) -> (f32, i32) {
              %r:2 = affine.parallel (%i) = (0) to (8) reduce ("addf", "ori") -> (f32, i32) {
                %v = affine.load %x[%i] : memref<8xf32>
                // The sum.
                %k = arith.fptosi %v : f32 to i32
                affine.yield %v, %k : f32, i32
              }
              %r_0 = arith.addf %z, %r#0 : f32
              %r_1 = arith.ori %o, %r#1 : i32
              return %r_0, %r_1 : f32, i32
            }
        "#]],
    );
}

#[test]
fn a_chain_starts_from_the_neutral_element() {
    check(
        "func.func @f(%x: memref<8x8xf32>, %z: f32) -> f32 {
  <|>%r = affine.for %i = 0 to 8 iter_args(%a = %z) -> (f32) {
    %s = affine.for %j = 0 to 8 iter_args(%b = %a) -> (f32) {
      %v = affine.load %x[%i, %j] : memref<8x8xf32>
      %t = arith.maximumf %b, %v : f32
      affine.yield %t : f32
    }
    affine.yield %s : f32
  }
  return %r : f32
}
",
        expect![[r#"
            // Run the iterations of %i in parallel, reducing by maximumf
            func.func @f(%x: memref<8x8xf32>, %z: f32) -> f32 {
              %neutral = arith.constant 0xFF800000 : f32
              %r_0 = affine.parallel (%i) = (0) to (8) reduce ("maximumf") -> (f32) {
                %s = affine.for %j = 0 to 8 iter_args(%b = %neutral) -> (f32) {
                  %v = affine.load %x[%i, %j] : memref<8x8xf32>
                  %t = arith.maximumf %b, %v : f32
                  affine.yield %t : f32
                }
                affine.yield %s : f32
              }
              %r = arith.maximumf %z, %r_0 : f32
              return %r : f32
            }
        "#]],
    );
}

#[test]
fn one_of_several_values_of_a_loop_inside_is_reduced() {
    check(
        "func.func @f(%B: memref<6xi32>, %z: i32, %k: i32) -> i32 {
  <|>%r = affine.for %i = 0 to 4 iter_args(%a = %z) -> (i32) {
    %s:2 = affine.for %j = 0 to 6 iter_args(%b = %a, %c = %k) -> (i32, i32) {
      %v = affine.load %B[%j] : memref<6xi32>
      %t = arith.addi %b, %v : i32
      %u = arith.muli %c, %v : i32
      affine.yield %t, %u : i32, i32
    }
    affine.yield %s#0 : i32
  }
  return %r : i32
}
",
        expect![[r#"
            // Run the iterations of %i in parallel, reducing by addi
            func.func @f(%B: memref<6xi32>, %z: i32, %k: i32) -> i32 {
              %neutral = arith.constant 0 : i32
              %r_0 = affine.parallel (%i) = (0) to (4) reduce ("addi") -> (i32) {
                %s:2 = affine.for %j = 0 to 6 iter_args(%b = %neutral, %c = %k) -> (i32, i32) {
                  %v = affine.load %B[%j] : memref<6xi32>
                  %t = arith.addi %b, %v : i32
                  %u = arith.muli %c, %v : i32
                  affine.yield %t, %u : i32, i32
                }
                affine.yield %s : i32
              }
              %r = arith.addi %z, %r_0 : i32
              return %r : i32
            }
        "#]],
    );
}

#[test]
fn a_loop_inside_with_a_symbolic_bound_is_no_combining_operation() {
    check(
        "func.func @f(%B: memref<6xi32>, %z: i32, %n: index) -> i32 {
  <|>%r = affine.for %i = 0 to 4 iter_args(%a = %z) -> (i32) {
    %s = affine.for %j = 0 to %n iter_args(%b = %a) -> (i32) {
      %v = affine.load %B[%j] : memref<6xi32>
      %t = arith.addi %b, %v overflow<nsw> : i32
      affine.yield %t : i32
    }
    affine.yield %s : i32
  }
  return %r : i32
}
",
        expect![[r#"
            // Run the iterations of %i in parallel, reducing by addi
            func.func @f(%B: memref<6xi32>, %z: i32, %n: index) -> i32 {
              %neutral = arith.constant 0 : i32
              %r_0 = affine.parallel (%i) = (0) to (4) reduce ("addi") -> (i32) {
                %s = affine.for %j = 0 to %n iter_args(%b = %neutral) -> (i32) {
                  %v = affine.load %B[%j] : memref<6xi32>
                  %t = arith.addi %b, %v : i32
                  affine.yield %t : i32
                }
                affine.yield %s : i32
              }
              %r = arith.addi %z, %r_0 : i32
              return %r : i32
            }
        "#]],
    );
}

#[test]
fn loops_inside_one_after_the_other_fold_one_value() {
    check(
        "func.func @f(%B: memref<6xf32>, %z: f32, %n: index) -> f32 {
  <|>%r = affine.for %i = 0 to 4 iter_args(%a = %z) -> (f32) {
    %s = affine.for %j = 0 to %n iter_args(%b = %a) -> (f32) {
      %v = affine.load %B[%j] : memref<6xf32>
      %t = arith.maximumf %v, %b fastmath<ninf> : f32
      affine.yield %t : f32
    }
    %w = affine.load %B[%i] : memref<6xf32>
    %x = arith.maximumf %s, %w : f32
    %y:2 = affine.for %j = 0 to 3 iter_args(%c = %z, %b = %x) -> (f32, f32) {
      %v = affine.load %B[%j] : memref<6xf32>
      %t = affine.for %k = 0 to %n iter_args(%d = %b) -> (f32) {
        %u = arith.maximumf %d, %v : f32
        affine.yield %u : f32
      }
      affine.yield %v, %t : f32, f32
    }
    affine.yield %y#1 : f32
  }
  return %r : f32
}
",
        expect![[r#"
            // Run the iterations of %i in parallel, reducing by maximumf
            func.func @f(%B: memref<6xf32>, %z: f32, %n: index) -> f32 {
              %neutral = arith.constant 0xFF800000 : f32
              %r_0 = affine.parallel (%i) = (0) to (4) reduce ("maximumf") -> (f32) {
                %s = affine.for %j = 0 to %n iter_args(%b = %neutral) -> (f32) {
                  %v = affine.load %B[%j] : memref<6xf32>
                  %t = arith.maximumf %v, %b : f32
                  affine.yield %t : f32
                }
                %w = affine.load %B[%i] : memref<6xf32>
                %x = arith.maximumf %s, %w : f32
                %y:2 = affine.for %j = 0 to 3 iter_args(%c = %z, %b = %x) -> (f32, f32) {
                  %v = affine.load %B[%j] : memref<6xf32>
                  %t = affine.for %k = 0 to %n iter_args(%d = %b) -> (f32) {
                    %u = arith.maximumf %d, %v : f32
                    affine.yield %u : f32
                  }
                  affine.yield %v, %t : f32, f32
                }
                affine.yield %y#1 : f32
              }
              %r = arith.maximumf %z, %r_0 : f32
              return %r : f32
            }
        "#]],
    );
}

#[test]
fn a_value_that_a_condition_or_another_loop_sees_is_not_reduced() {
    let refused = |inside: &str| {
        let text = format!(
            "func.func @f(%B: memref<6xi32>, %z: i32, %n: index) -> i32 {{
  <|>%r = affine.for %i = 0 to 4 iter_args(%a = %z) -> (i32) {{
    {inside}
    affine.yield %s#0 : i32
  }}
  return %r : i32
}}
"
        );
        check(
            &text,
            expect![["
            refused: each iteration needs %a from the one before it
        "]],
        );
    };
    // The partial result is used in the loop inside.
    refused(
        "%s:2 = affine.for %j = 0 to %n iter_args(%b = %a, %c = %z) -> (i32, i32) {
      %t = arith.addi %b, %z : i32
      affine.yield %t, %b : i32, i32
    }",
    );
    // The loop inside folds by another operation than the one after it.
    refused(
        "%p = affine.for %j = 0 to 3 iter_args(%b = %a) -> (i32) {
      %t = arith.addi %b, %z : i32
      affine.yield %t : i32
    }
    %s:2 = affine.for %j = 0 to 3 iter_args(%b = %p, %c = %z) -> (i32, i32) {
      %t = arith.muli %b, %z : i32
      affine.yield %t, %c : i32, i32
    }",
    );
    // The carried values change places.
    refused(
        "%s:2 = affine.for %j = 0 to 3 iter_args(%b = %a, %c = %z) -> (i32, i32) {
      %t = arith.addi %b, %z : i32
      affine.yield %c, %t : i32, i32
    }",
    );
    // It is used in each iteration of the loop inside.
    refused(
        "%s:2 = affine.for %j = 0 to %n iter_args(%b = %z, %c = %z) -> (i32, i32) {
      %t = arith.addi %b, %a : i32
      affine.yield %t, %c : i32, i32
    }",
    );
    // A branch combines it, the other hands it on.
    refused(
        "%s:2 = affine.if affine_set<(d0) : (d0 - 2 >= 0)>(%i) -> (i32, i32) {
      %t = arith.addi %a, %z : i32
      affine.yield %t, %z : i32, i32
    } else {
      affine.yield %a, %z : i32, i32
    }",
    );
}

#[test]
fn a_reduction_that_the_verifier_rejects() {
    check(
        "func.func @f(%x: memref<8xi32>, %z: i32) -> i32 {
  <|>%r = affine.for %i = 0 to 8 iter_args(%a = %z) -> (i32) {
    %v = affine.load %x[%i] : memref<8xi32>
    %t = arith.xori %a, %v : i32
    affine.yield %t : i32
  }
  return %r : i32
}
",
        expect![[r#"
            refused: `affine.parallel` has no reduction for `arith.xori` that MLIR 22 accepts
        "#]],
    );
}

#[test]
fn partial_results_are_used() {
    check(
        "func.func @f(%x: memref<8xf32>, %z: f32) {
  <|>%r = affine.for %i = 0 to 8 iter_args(%a = %z) -> (f32) {
    %v = affine.load %x[%i] : memref<8xf32>
    %t = arith.addf %a, %v : f32
    affine.store %t, %x[%i] : memref<8xf32>
    affine.yield %t : f32
  }
  return
}
",
        expect![[r#"
            refused: each iteration needs %a from the one before it
        "#]],
    );
}

#[test]
fn a_carried_dependence_is_named() {
    check(
        "func.func @f(%x: memref<9xf32>) {
  <|>affine.for %i = 1 to 9 {
    %v = affine.load %x[%i - 1] : memref<9xf32>
    affine.store %v, %x[%i] : memref<9xf32>
  }
  return
}
",
        expect![[r#"
            refused: an iteration depends on another one: RAW `affine.store %x` (line 4) → `affine.load %x` (line 3), distance (1)
        "#]],
    );
}

#[test]
fn a_store_through_a_view_of_what_is_read() {
    check(
        "func.func @f(%x: memref<16xf32>) {
  %v = memref.subview %x[1] [8] [1] : memref<16xf32> to memref<8xf32, strided<[1], offset: 1>>
  <|>affine.for %i = 0 to 8 {
    %a = affine.load %x[%i] : memref<16xf32>
    affine.store %a, %v[%i] : memref<8xf32, strided<[1], offset: 1>>
  }
  return
}
",
        expect![[r#"
            refused: an iteration depends on another one: perhaps WAR `affine.load %x` (line 4) → `affine.store %v` (line 5), because `%x` and `%v` may be the same memory
        "#]],
    );
}

#[test]
fn a_buffer_of_each_iteration_is_its_own() {
    check(
        "func.func @f(%x: memref<8xf32>) {
  <|>affine.for %i = 0 to 8 {
    %b = memref.alloc() : memref<1xf32>
    %a = affine.load %x[%i] : memref<8xf32>
    affine.store %a, %b[0] : memref<1xf32>
    memref.dealloc %b : memref<1xf32>
  }
  return
}
",
        expect![[r#"
            // Run the iterations of %i in parallel
            func.func @f(%x: memref<8xf32>) {
              affine.parallel (%i) = (0) to (8) {
                %b = memref.alloc() : memref<1xf32>
                %a = affine.load %x[%i] : memref<8xf32>
                affine.store %a, %b[0] : memref<1xf32>
                memref.dealloc %b : memref<1xf32>
              }
              return
            }
        "#]],
    );
    check(
        "func.func @f(%x: memref<8xf32>) {
  %b = memref.alloc() : memref<1xf32>
  <|>affine.for %i = 0 to 8 {
    %a = affine.load %x[%i] : memref<8xf32>
    affine.store %a, %b[0] : memref<1xf32>
  }
  return
}
",
        expect![[r#"
            refused: an iteration depends on another one: WAW `affine.store %b` (line 5) → `affine.store %b` (line 5), distance ([1, 7])
        "#]],
    );
}

#[test]
fn places_that_are_not_known() {
    check(
        "func.func @f(%x: memref<8xf32>, %p: memref<8xindex>) {
  <|>affine.for %i = 0 to 8 {
    %k = affine.load %p[%i] : memref<8xindex>
    %v = affine.load %x[%i] : memref<8xf32>
    memref.store %v, %x[%k] : memref<8xf32>
  }
  return
}
",
        expect![[r#"
            refused: `memref.store %x` (line 5) may touch what `affine.load %x` (line 4) touches
        "#]],
    );
    check(
        "func.func private @g()
func.func @f() {
  <|>affine.for %i = 0 to 8 {
    func.call @g() : () -> ()
  }
  return
}
",
        expect![[r#"
            refused: `func.call` (line 4) may read or write anything
        "#]],
    );
}

#[test]
fn results_without_a_name() {
    check(
        "func.func @f(%x: memref<10xf32>, %z: f32) {
  <|>affine.for %i = 0 to 6 iter_args(%a = %z) -> (f32) {
    %v = affine.load %x[%i] : memref<10xf32>
    %b = arith.addf %a, %v : f32
    affine.yield %b : f32
  }
  return
}
",
        expect![[r#"
            // Run the iterations of %i in parallel, reducing by addf (floating-point terms in any order)
            func.func @f(%x: memref<10xf32>, %z: f32) {
              affine.parallel (%i) = (0) to (6) reduce ("addf") -> (f32) {
                %v = affine.load %x[%i] : memref<10xf32>
                affine.yield %v : f32
              }
              return
            }
        "#]],
    );
}

#[test]
fn a_sum_in_memory_is_loaded_and_stored_once() {
    check(
        "func.func @f(%x: memref<8xf32>, %s: memref<4xf32>, %n: index) {
  <|>affine.for %i = 0 to 8 {
    %v = affine.load %x[%i] : memref<8xf32>
    // The sum.
    %a = affine.load %s[2] : memref<4xf32>
    %b = arith.addf %a, %v : f32
    affine.store %b, %s[2] : memref<4xf32>
  }
  return
}
",
        expect![[r#"
            // Run the iterations of %i in parallel, reducing by addf (floating-point terms in any order)
            func.func @f(%x: memref<8xf32>, %s: memref<4xf32>, %n: index) {
              %partial = affine.parallel (%i) = (0) to (8) reduce ("addf") -> (f32) {
                %v = affine.load %x[%i] : memref<8xf32>
                // The sum.
                affine.yield %v : f32
              }
              %a = affine.load %s[2] : memref<4xf32>
              %b = arith.addf %a, %partial : f32
              affine.store %b, %s[2] : memref<4xf32>
              return
            }
        "#]],
    );
    check(
        "func.func @f(%x: memref<8xi32>, %s: memref<4x4xi32>) {
  affine.for %j = 0 to 4 {
    <|>affine.for %i = 0 to 8 {
      %a = affine.load %s[%j, 0] : memref<4x4xi32>
      %v = affine.load %x[%i] : memref<8xi32>
      %b = arith.addi %v, %a : i32
      %c = arith.addi %b, %v : i32
      affine.store %c, %s[%j, 0] : memref<4x4xi32>
      %d = arith.muli %v, %v : i32
      affine.store %d, %x[%i] : memref<8xi32>
    }
  }
  return
}
",
        expect![[r#"
            // Run the iterations of %i in parallel, reducing by addi
            func.func @f(%x: memref<8xi32>, %s: memref<4x4xi32>) {
              affine.for %j = 0 to 4 {
                %neutral = arith.constant 0 : i32
                %partial = affine.parallel (%i) = (0) to (8) reduce ("addi") -> (i32) {
                  %v = affine.load %x[%i] : memref<8xi32>
                  %b = arith.addi %v, %neutral : i32
                  %c = arith.addi %b, %v : i32
                  %d = arith.muli %v, %v : i32
                  affine.store %d, %x[%i] : memref<8xi32>
                  affine.yield %c : i32
                }
                %a = affine.load %s[%j, 0] : memref<4x4xi32>
                %c_0 = arith.addi %a, %partial : i32
                affine.store %c_0, %s[%j, 0] : memref<4x4xi32>
              }
              return
            }
        "#]],
    );
}

#[test]
fn sums_in_memory_that_stay() {
    check(
        "func.func @f(%x: memref<8xf32>, %s: memref<4xf32>, %n: index) {
  <|>affine.for %i = 0 to %n {
    %v = affine.load %x[0] : memref<8xf32>
    %a = affine.load %s[2] : memref<4xf32>
    %b = arith.addf %a, %v : f32
    affine.store %b, %s[2] : memref<4xf32>
  }
  return
}
",
        expect![[r#"
            refused: each iteration folds a value into memory, and the loop may have no iteration
        "#]],
    );
    check(
        "func.func @f(%x: memref<8xf32>, %s: memref<4xf32>, %n: index) {
  <|>affine.for %i = 0 to 8 {
    %v = affine.load %x[%i] : memref<8xf32>
    %a = affine.load %s[%i mod 2] : memref<4xf32>
    %b = arith.addf %a, %v : f32
    affine.store %b, %s[%i mod 2] : memref<4xf32>
  }
  return
}
",
        expect![[r#"
            refused: each iteration folds a value into memory, and not always into the same element
        "#]],
    );
    check(
        "func.func @f(%x: memref<8x8xf32>, %s: memref<f32>) {
  <|>affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      %v = affine.load %x[%i, %j] : memref<8x8xf32>
      %a = affine.load %s[] : memref<f32>
      %b = arith.addf %a, %v : f32
      affine.store %b, %s[] : memref<f32>
    }
  }
  return
}
",
        expect![[r#"
            refused: each iteration folds a value into memory, not in the body of this loop itself
        "#]],
    );
}

#[test]
fn loops_that_are_each_others_bodies_become_one() {
    let text = "func.func @f(%x: memref<8x8xf32>, %n: index) -> f32 {
  %zero = arith.constant 0.0 : f32
  <|>%r = affine.for %i = 0 to 8 iter_args(%a = %zero) -> (f32) { // rows
    // Columns.
    %s = affine.for %j = 0 to %n step 2 iter_args(%b = %a) -> (f32) {
      %v = affine.load %x[%i, %j] : memref<8x8xf32>
      %t = arith.addf %b, %v : f32
      affine.yield %t : f32
    }
    affine.yield %s : f32
  }
  return %r : f32
}
";
    expect![[r#"
        // Run the iterations of %i, %j in parallel, reducing by addf (floating-point terms in any order)
        func.func @f(%x: memref<8x8xf32>, %n: index) -> f32 {
          // rows
          // Columns.
          %r = affine.parallel (%i, %j) = (0, 0) to (8, %n) step (1, 2) reduce ("addf") -> (f32) {
            %v = affine.load %x[%i, %j] : memref<8x8xf32>
            affine.yield %v : f32
          }
          return %r : f32
        }
    "#]]
    .assert_eq(&taken(super::KIND, "loops=2", text));
    expect![[r#"
        not here
    "#]]
    .assert_eq(&taken(super::KIND, "loops=2", &text.replace("to %n", "to affine_map<(d0) -> (d0)>(%i)")));
}

#[test]
fn a_band_that_folds_an_element_of_memory() {
    let band = |text: &str| taken(super::KIND, "loops=2", text);
    expect![[r#"
        // Run the iterations of %i, %j in parallel, reducing by addi
        func.func @f(%x: memref<9x13xi32>, %s: memref<1xi32>) {
          %partial = affine.parallel (%i, %j) = (0, 0) to (9, 13) step (1, 2) reduce ("addi") -> (i32) {
            %v = affine.load %x[%i, %j] : memref<9x13xi32>
            affine.yield %v : i32
          }
          %a = affine.load %s[0] : memref<1xi32>
          %b = arith.addi %a, %partial : i32
          affine.store %b, %s[0] : memref<1xi32>
          return
        }
    "#]]
    .assert_eq(&band(&exact(TOTAL)));
    // It may not be there where the loop inside has no iteration.
    let open =
        TOTAL.replace("0 to 13 step 2", "0 to %n").replace("memref<1xf32>) {", "memref<1xf32>, %n: index) {");
    assert_eq!(band(&open), "not here\n");
    // Each iteration of the outer loop has an element of its own.
    let rows = TOTAL.replace("%s[0]", "%s[%i]").replace("memref<1xf32>", "memref<9xf32>");
    assert_eq!(band(&rows), "not here\n");
    // Columns are folded over the outer loop alone.
    let columns = TOTAL.replace("%s[0]", "%s[%j]").replace("memref<1xf32>", "memref<13xf32>");
    assert_eq!(band(&columns), "not here\n");
}
