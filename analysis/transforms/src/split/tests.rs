use crate::loop_tests::{check_action, taken};
use expect_test::{Expect, expect};

fn check(text: &str, expected: Expect) {
    check_action(super::KIND, text, expected);
}

#[test]
fn a_guard_at_the_first_iterations() {
    check(
        "func.func @f(%x: memref<32xf32>, %y: memref<32xf32>) {
  // Above.
  <|>affine.for %i = 0 to 32 { // all
    %v = affine.load %x[%i] : memref<32xf32>
    // Not the first.
    affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%i) { // guard
      // Inside.
      %w = affine.load %x[%i - 1] : memref<32xf32>
      affine.store %w, %y[%i] : memref<32xf32>
    } else {
      affine.store %v, %y[%i] : memref<32xf32> // edge
    }
    affine.store %v, %x[%i] : memref<32xf32>
  } // behind
  return
}
",
        expect![[r#"
            // Split %i by the condition in line 6
            func.func @f(%x: memref<32xf32>, %y: memref<32xf32>) {
              // Above.
              affine.for %i = 0 to 1 { // all
                %v = affine.load %x[%i] : memref<32xf32>
                // Not the first.
                affine.store %v, %y[%i] : memref<32xf32> // edge
                affine.store %v, %x[%i] : memref<32xf32>
              }
              affine.for %i = 1 to 32 { // all
                %v = affine.load %x[%i] : memref<32xf32>
                // Not the first.
                // guard
                // Inside.
                %w = affine.load %x[%i - 1] : memref<32xf32>
                affine.store %w, %y[%i] : memref<32xf32>
                affine.store %v, %x[%i] : memref<32xf32>
              } // behind
              return
            }
        "#]],
    );
}

#[test]
fn a_window_gives_three_loops() {
    check(
        "func.func @f(%x: memref<?xf32>, %v: f32, %n: index, %m: index) {
  <|>affine.for %i = 0 to %n {
    affine.if affine_set<(d0)[s0] : (d0 - s0 >= 0, s0 - d0 * 2 + 9 >= 0)>(%i)[%m] {
      affine.store %v, %x[%i] : memref<?xf32>
    }
  }
  return
}
",
        expect![[r#"
            // Split %i by the condition in line 3
            func.func @f(%x: memref<?xf32>, %v: f32, %n: index, %m: index) {
              affine.for %i = max affine_map<()[s0] -> (0, s0)>()[%m] to min affine_map<()[s0, s1] -> (s0, (s1 + 9) floordiv 2 + 1)>()[%n, %m] {
                affine.store %v, %x[%i] : memref<?xf32>
              }
              return
            }
        "#]],
    );
}

#[test]
fn one_iteration_alone() {
    check(
        "func.func @f(%x: memref<9x9xf32>, %v: f32) {
  affine.for %i = 0 to 9 {
    <|>affine.for %j = 0 to 9 step 2 {
      affine.if affine_set<(d0, d1) : (d0 - d1 == 0)>(%i, %j) {
        affine.store %v, %x[%i, %j] : memref<9x9xf32>
      } else {
        affine.store %v, %x[%j, %i] : memref<9x9xf32>
      }
    }
  }
  return
}
",
        expect![[r#"
            // Split %j by the condition in line 4
            func.func @f(%x: memref<9x9xf32>, %v: f32) {
              affine.for %i = 0 to 9 {
                affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) step 2 {
                  affine.store %v, %x[%j, %i] : memref<9x9xf32>
                }
                affine.for %j = max affine_map<(d0) -> (0, (d0 ceildiv 2) * 2)>(%i) to affine_map<(d0) -> (d0 + 1)>(%i) step 2 {
                  affine.store %v, %x[%i, %j] : memref<9x9xf32>
                }
                affine.for %j = max affine_map<(d0) -> (0, (d0 ceildiv 2) * 2, ((d0 + 1) ceildiv 2) * 2)>(%i) to 9 step 2 {
                  affine.store %v, %x[%j, %i] : memref<9x9xf32>
                }
              }
              return
            }
        "#]],
    );
}

#[test]
fn constraints_on_other_loops_stay() {
    check(
        "func.func @f(%x: memref<9x9xf32>, %v: f32) {
  <|>affine.for %i = 0 to 9 {
    affine.for %j = 0 to 9 {
      affine.if affine_set<(d0, d1) : (d0 - 3 >= 0, d1 - 2 >= 0)>(%i, %j) {
        affine.store %v, %x[%i, %j] : memref<9x9xf32>
      }
    }
  }
  return
}
",
        expect![[r#"
            // Split %i by the condition in line 4
            func.func @f(%x: memref<9x9xf32>, %v: f32) {
              affine.for %i = 3 to 9 {
                affine.for %j = 0 to 9 {
                  affine.if affine_set<(d0) : (d0 - 2 >= 0)>(%j) {
                    affine.store %v, %x[%i, %j] : memref<9x9xf32>
                  }
                }
              }
              return
            }
        "#]],
    );
}

#[test]
fn values_of_conditions_and_carried_values() {
    check(
        "func.func @f(%x: memref<9xf32>, %z: f32) -> f32 {
  <|>%r:2 = affine.for %i = 0 to 9 iter_args(%a = %z, %b = %z) -> (f32, f32) {
    %p = affine.if affine_set<(d0) : (d0 - 3 >= 0)>(%i) -> f32 {
      %v = affine.load %x[%i] : memref<9xf32>
      affine.yield %v : f32
    } else {
      affine.yield %a : f32
    }
    %q = affine.if affine_set<(d0) : (d0 - 2 >= 0)>(%i) -> f32 {
      affine.yield %p : f32
    } else {
      affine.yield %z : f32
    }
    affine.yield %q, %p : f32, f32
  }
  %t = arith.addf %r#0, %r#1 : f32
  return %t : f32
}
",
        expect![[r#"
            // Split %i by the condition in line 3
            func.func @f(%x: memref<9xf32>, %z: f32) -> f32 {
              %r_0:2 = affine.for %i = 0 to 3 iter_args(%a = %z, %b = %z) -> (f32, f32) {
                %q = affine.if affine_set<(d0) : (d0 - 2 >= 0)>(%i) -> f32 {
                  affine.yield %a : f32
                } else {
                  affine.yield %z : f32
                }
                affine.yield %q, %a : f32, f32
              }
              %r:2 = affine.for %i = 3 to 9 iter_args(%a = %r_0#0, %b = %r_0#1) -> (f32, f32) {
                %v = affine.load %x[%i] : memref<9xf32>
                affine.yield %v, %v : f32, f32
              }
              %t = arith.addf %r#0, %r#1 : f32
              return %t : f32
            }
        "#]],
    );
}

#[test]
fn full_tiles_and_the_last_one() {
    check(
        "func.func @f(%x: memref<100xf32>, %v: f32) {
  <|>affine.for %t = 0 to 100 step 32 {
    affine.for %i = affine_map<(d0) -> (d0)>(%t) to min affine_map<(d0) -> (d0 + 32, 100)>(%t) {
      affine.store %v, %x[%i] : memref<100xf32>
    }
  }
  return
}
",
        expect![[r#"
            // Split %t by the bounds of %i in line 3
            func.func @f(%x: memref<100xf32>, %v: f32) {
              affine.for %t = 0 to 69 step 32 {
                affine.for %i = affine_map<(d0) -> (d0)>(%t) to affine_map<(d0) -> (d0 + 32)>(%t) {
                  affine.store %v, %x[%i] : memref<100xf32>
                }
              }
              affine.for %t = 96 to 100 step 32 {
                affine.for %i = affine_map<(d0) -> (d0)>(%t) to 100 {
                  affine.store %v, %x[%i] : memref<100xf32>
                }
              }
              return
            }
        "#]],
    );
}

#[test]
fn what_does_not_turn() {
    let with = |set: &str| {
        let text = format!(
            "func.func @f(%x: memref<9xf32>, %v: f32, %n: index) {{
  <|>affine.for %i = 0 to 9 {{
    affine.if affine_set<(d0)[s0] : ({set})>(%i)[%n] {{
      affine.store %v, %x[%i] : memref<9xf32>
    }}
  }}
  return
}}
"
        );
        taken(super::KIND, "", &text)
    };
    assert_eq!(with("d0 + s0 - s0 >= 0"), "refused: the same holds in all iterations of %i\n");
    assert_eq!(with("d0 - 9 >= 0"), "refused: the same holds in all iterations of %i\n");
    assert_eq!(with("s0 - 3 >= 0"), "not here\n");
    assert_eq!(with("d0 mod 2 == 0"), "not here\n");
    let text = "func.func @f(%x: memref<9xf32>, %v: f32, %n: index) {
  <|>affine.for %i = max affine_map<()[s0] -> (s0, 1)>()[%n] to 9 step 2 {
    affine.if affine_set<(d0) : (d0 - 4 >= 0)>(%i) {
      affine.store %v, %x[%i] : memref<9xf32>
    }
  }
  return
}
";
    let reason = "refused: %i starts at the greatest of several bounds, and its step is not 1\n";
    assert_eq!(taken(super::KIND, "", text), reason);
}
