use crate::loop_tests::check_action;
use expect_test::{Expect, expect};

fn check(text: &str, expected: Expect) {
    check_action(super::KIND, text, expected);
}

#[test]
fn operations_loads_and_stores() {
    check(
        "func.func @f(%x: memref<8xf32>, %y: memref<8x8xf32>, %z: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    <|>affine.for %j = 0 to 8 {
      %c = arith.constant 2.0 : f32
      // The factor of the row.
      %a = affine.load %x[%i] : memref<8xf32>
      %b = arith.mulf %a, %c : f32
      affine.store %b, %z[%i] : memref<8xf32>
      %v = affine.load %y[%i, %j] : memref<8x8xf32>
      %w = arith.mulf %v, %b : f32
      affine.store %w, %y[%i, %j] : memref<8x8xf32>
    }
    affine.for %j = 0 to 8 {
      %a = affine.load %x[%j] : memref<8xf32>
    }
  }
  return
}
",
        expect![[r#"
            // Move 4 invariant operations out of the loop over %j
            func.func @f(%x: memref<8xf32>, %y: memref<8x8xf32>, %z: memref<8xf32>) {
              affine.for %i = 0 to 8 {
                %c = arith.constant 2.0 : f32
                // The factor of the row.
                %a_0 = affine.load %x[%i] : memref<8xf32>
                %b = arith.mulf %a_0, %c : f32
                affine.store %b, %z[%i] : memref<8xf32>
                affine.for %j = 0 to 8 {
                  %v = affine.load %y[%i, %j] : memref<8x8xf32>
                  %w = arith.mulf %v, %b : f32
                  affine.store %w, %y[%i, %j] : memref<8x8xf32>
                }
                affine.for %j = 0 to 8 {
                  %a = affine.load %x[%j] : memref<8xf32>
                }
              }
              return
            }
        "#]],
    );
}

#[test]
fn a_loop_that_may_not_run() {
    let text = "func.func @f(%x: memref<8xf32>, %n: index, %z: f32) {
  <|>affine.for %i = 0 to %n {
    affine.store %z, %x[0] : memref<8xf32>
  }
  return
}
";
    check(
        text,
        expect![[r#"
        refused: `affine.store` (line 3) is invariant, but the loop may have no iteration, and then it must not run
    "#]],
    );
    check(
        &text.replace("to %n", "to 3"),
        expect![[r#"
        // Move 1 invariant operation out of the loop over %i
        func.func @f(%x: memref<8xf32>, %n: index, %z: f32) {
          affine.store %z, %x[0] : memref<8xf32>
          affine.for %i = 0 to 3 {
          }
          return
        }
    "#]],
    );
    check(
        "func.func @f(%x: memref<8xf32>, %n: index, %p: i32, %q: i32) {
  <|>affine.for %i = 0 to %n {
    %d = arith.divsi %p, %q : i32
    %e = affine.load %x[0] : memref<8xf32>
  }
  return
}
",
        expect![[r#"
            // Move 1 invariant operation out of the loop over %i
            func.func @f(%x: memref<8xf32>, %n: index, %p: i32, %q: i32) {
              %e = affine.load %x[0] : memref<8xf32>
              affine.for %i = 0 to %n {
                %d = arith.divsi %p, %q : i32
              }
              return
            }
        "#]],
    );
}

#[test]
fn loads_that_stay_inside_wherever_the_loop_is_reached() {
    let text = "func.func @f(%x: memref<8xf32>, %y: memref<8x8xf32>) {
  affine.for %i = 0 to 8 {
    <|>affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      %a = affine.load %x[%i] : memref<8xf32>
      affine.store %a, %y[%i, %j] : memref<8x8xf32>
    }
  }
  return
}
";
    check(
        text,
        expect![[r#"
        // Move 1 invariant operation out of the loop over %j
        func.func @f(%x: memref<8xf32>, %y: memref<8x8xf32>) {
          affine.for %i = 0 to 8 {
            %a = affine.load %x[%i] : memref<8xf32>
            affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
              affine.store %a, %y[%i, %j] : memref<8x8xf32>
            }
          }
          return
        }
    "#]],
    );
    // In the first iteration of the outer loop, in which the inner one has none, it would leave the memref.
    check(
        &text.replace("%x[%i]", "%x[%i - 1]"),
        expect![[r#"
        refused: `affine.load` (line 4) is invariant, but the loop may have no iteration, and then it must not run
    "#]],
    );
}

#[test]
fn quotients_and_remainders_that_stay_inside() {
    let text = "func.func @f(%x: memref<3xf32>, %y: memref<8xf32>, %n: index) {
  affine.for %i = 0 to 9 {
    <|>affine.for %j = 0 to %n {
      %a = affine.load %x[%i floordiv 3] : memref<3xf32>
      affine.store %a, %y[%j] : memref<8xf32>
    }
  }
  return
}
";
    let moved = |subscript: &str| {
        let text = text.replace("%i floordiv 3", subscript);
        let found = crate::loop_tests::taken(super::KIND, "", &text);
        found.contains("Move 1 invariant operation out of the loop over %j")
    };
    assert!(moved("%i floordiv 3"));
    assert!(moved("(%i * 2 + 1) mod 3"));
    assert!(moved("(%i - 2) ceildiv 3"));
    assert!(moved("%i mod 4 - %i mod 2"));
    assert!(!moved("%i floordiv 2"));
    assert!(!moved("%i mod 4"));
    assert!(!moved("(%i - 3) floordiv 3"));
}

#[test]
fn something_else_touches_the_memory() {
    check(
        "func.func @f(%x: memref<8xf32>, %y: memref<8xf32>) {
  <|>affine.for %i = 0 to 8 {
    %a = affine.load %x[3] : memref<8xf32>
    affine.store %a, %x[%i] : memref<8xf32>
  }
  return
}
",
        expect![[r#"
            refused: `affine.load` (line 3) is invariant, but `affine.store` (line 4) may touch the same element in the loop
        "#]],
    );
    check(
        "func.func @f(%x: memref<8xf32>, %z: f32) {
  %v = memref.cast %x : memref<8xf32> to memref<?xf32>
  <|>affine.for %i = 0 to 8 {
    %a = affine.load %x[3] : memref<8xf32>
    affine.store %z, %v[%i] : memref<?xf32>
  }
  return
}
",
        expect![[r#"
            refused: `affine.load` (line 4) is invariant, but `affine.store` (line 5) may touch the same element in the loop
        "#]],
    );
}

#[test]
fn whole_loops_and_conditions() {
    check(
        "func.func @f(%x: memref<8xf32>, %y: memref<8xf32>, %t: memref<8xf32>, %n: index) {
  <|>affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      %a = affine.load %x[%j] : memref<8xf32>
      affine.store %a, %t[%j] : memref<8xf32>
    }
    affine.if affine_set<()[s0] : (s0 - 4 >= 0)>()[%n] {
      %a = affine.load %x[0] : memref<8xf32>
      %b = arith.addf %a, %a : f32
      affine.store %b, %y[1] : memref<8xf32>
    }
    %v = affine.load %t[%i] : memref<8xf32>
    affine.store %v, %t[%i] : memref<8xf32>
  }
  return
}
",
        expect![[r#"
            // Move 1 invariant operation out of the loop over %i
            func.func @f(%x: memref<8xf32>, %y: memref<8xf32>, %t: memref<8xf32>, %n: index) {
              affine.if affine_set<()[s0] : (s0 - 4 >= 0)>()[%n] {
                %a = affine.load %x[0] : memref<8xf32>
                %b = arith.addf %a, %a : f32
                affine.store %b, %y[1] : memref<8xf32>
              }
              affine.for %i = 0 to 8 {
                affine.for %j = 0 to 8 {
                  %a = affine.load %x[%j] : memref<8xf32>
                  affine.store %a, %t[%j] : memref<8xf32>
                }
                %v = affine.load %t[%i] : memref<8xf32>
                affine.store %v, %t[%i] : memref<8xf32>
              }
              return
            }
        "#]],
    );
    // It reads its own writes.
    check(
        "func.func @f(%x: memref<8xf32>) {
  <|>affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      %a = affine.load %x[%j] : memref<8xf32>
      %b = arith.addf %a, %a : f32
      affine.store %b, %x[%j] : memref<8xf32>
    }
  }
  return
}
",
        expect![[r#"
            refused: `affine.load` (line 4) is invariant, but `affine.store` (line 6) may touch the same element in the loop
        "#]],
    );
}

#[test]
fn buffers_stay() {
    check(
        "func.func @f(%x: memref<8xf32>, %z: f32) {
  <|>affine.for %i = 0 to 8 {
    %t = memref.alloc() : memref<8xf32>
    affine.store %z, %t[0] : memref<8xf32>
    memref.dealloc %t : memref<8xf32>
  }
  return
}
",
        expect![[r#"
            refused: every operation of the loop depends on %i
        "#]],
    );
}
