use crate::loop_tests::{TOTAL, check_action, exact, taken, taken_with};
use base::source_file::Settings;
use expect_test::{Expect, expect};

fn check(text: &str, expected: Expect) {
    check_action(super::KIND, text, expected);
}

#[test]
fn the_last_iteration_is_the_last_step_below_the_bound() {
    check(
        "func.func @f(%x: memref<32xf32>, %y: memref<32xindex>) {
  <|>affine.for %i = 3 to 21 step 4 { // some
    %v = affine.load %x[%i - 3] : memref<32xf32>
    // Odd.
    affine.store %i, %y[%i] : memref<32xindex>
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to 21 {
    }
  } {tag}
  return
}
",
        expect![[r#"
            // Reverse %i
            func.func @f(%x: memref<32xf32>, %y: memref<32xindex>) {
              affine.for %i = 3 to 21 step 4 { // some
                %i_0 = affine.apply affine_map<(d0) -> (22 - d0)>(%i)
                %v = affine.load %x[19 - %i] : memref<32xf32>
                // Odd.
                affine.store %i_0, %y[22 - %i] : memref<32xindex>
                affine.for %j = affine_map<(d0) -> (22 - d0)>(%i) to 21 {
                }
              } {tag}
              return
            }
        "#]],
    );
}

#[test]
fn symbolic_bounds() {
    check(
        "func.func @f(%x: memref<?xf32>, %v: f32, %n: index, %m: index) {
  <|>affine.for %i = %m to %n {
    affine.store %v, %x[%i] : memref<?xf32>
  }
  return
}
",
        expect![[r#"
            // Reverse %i
            func.func @f(%x: memref<?xf32>, %v: f32, %n: index, %m: index) {
              affine.for %i = %m to %n {
                affine.store %v, %x[symbol(%m) + symbol(%n) - %i - 1] : memref<?xf32>
              }
              return
            }
        "#]],
    );
    check(
        "func.func @f(%x: memref<?x?xf32>, %v: f32, %n: index) {
  affine.for %i = 0 to 8 {
    <|>affine.for %j = affine_map<(d0) -> (d0)>(%i) to affine_map<(d0)[s0] -> (d0 + s0)>(%i)[%n] step 2 {
      affine.store %v, %x[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
",
        expect![[r#"
            // Reverse %j
            func.func @f(%x: memref<?x?xf32>, %v: f32, %n: index) {
              affine.for %i = 0 to 8 {
                affine.for %j = affine_map<(d0) -> (d0)>(%i) to affine_map<(d0)[s0] -> (d0 + s0)>(%i)[%n] step 2 {
                  affine.store %v, %x[%i, %i * 2 + ((symbol(%n) - 1) floordiv 2) * 2 - %j] : memref<?x?xf32>
                }
              }
              return
            }
        "#]],
    );
}

#[test]
fn folded_values_may_be_folded_backwards() {
    check(
        &exact(TOTAL),
        expect![[r#"
        // Reverse %i
        func.func @f(%x: memref<9x13xi32>, %s: memref<1xi32>) {
          affine.for %i = 0 to 9 {
            affine.for %j = 0 to 13 step 2 {
              %a = affine.load %s[0] : memref<1xi32>
              %v = affine.load %x[8 - %i, %j] : memref<9x13xi32>
              %b = arith.addi %a, %v : i32
              affine.store %b, %s[0] : memref<1xi32>
            }
          }
          return
        }
    "#]],
    );
    let found = taken(super::KIND, "", TOTAL);
    assert!(found.starts_with("// Reverse %i (reassociates floating-point)\n"), "{found}");
    let settings = Settings { reassociate: false, ..Settings::default() };
    let found = taken_with(super::KIND, "", TOTAL, settings);
    assert!(found.starts_with("refused: it would fold floating-point numbers"), "{found}");
    check(
        "func.func @f(%x: memref<9xi32>, %zero: i32) -> i32 {
  <|>%r = affine.for %i = 0 to 9 iter_args(%s = %zero) -> (i32) {
    %v = affine.load %x[%i] : memref<9xi32>
    %t = arith.addi %s, %v : i32
    affine.yield %t : i32
  }
  return %r : i32
}
",
        expect![[r#"
            // Reverse %i
            func.func @f(%x: memref<9xi32>, %zero: i32) -> i32 {
              %r = affine.for %i = 0 to 9 iter_args(%s = %zero) -> (i32) {
                %v = affine.load %x[8 - %i] : memref<9xi32>
                %t = arith.addi %s, %v : i32
                affine.yield %t : i32
              }
              return %r : i32
            }
        "#]],
    );
}

#[test]
fn what_iterations_need_of_each_other_is_named() {
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
    check(
        "func.func @f(%x: memref<9xi32>, %zero: i32) -> i32 {
  <|>%r = affine.for %i = 0 to 9 iter_args(%s = %zero) -> (i32) {
    %v = affine.load %x[%i] : memref<9xi32>
    affine.yield %v : i32
  }
  return %r : i32
}
",
        expect![[r#"
            refused: %i carries values from one iteration to the next
        "#]],
    );
    check(
        "func.func private @g()
func.func @f() {
  <|>affine.for %i = 1 to 9 {
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
fn bounds_that_have_no_single_end() {
    let with = |range: &str| {
        let text = format!(
            "func.func @f(%x: memref<?xf32>, %v: f32, %n: index) {{
  <|>affine.for %i = {range} {{
    affine.store %v, %x[%i] : memref<?xf32>
  }}
  return
}}
"
        );
        taken(super::KIND, "", &text)
    };
    let least = "0 to min affine_map<()[s0] -> (s0, 7)>()[%n]";
    assert_eq!(with(least), "refused: %i ends at the least of several bounds\n");
    let greatest = "max affine_map<()[s0] -> (s0, 7)>()[%n] to 9";
    assert_eq!(with(greatest), "refused: %i starts at the greatest of several bounds\n");
    assert_eq!(with("3 to 4"), "refused: %i has only 1 iteration\n");
    assert_eq!(with("3 to 3"), "refused: %i has no iterations\n");
    let text = "func.func @f(%x: memref<1xi32>, %v: i32) {
  <|>affine.for %i = 0 to 9 {
    affine.store %v, %x[0] : memref<1xi32>
  }
  return
}
";
    let found = taken(super::KIND, "", text);
    assert!(found.starts_with("refused: "), "{found}");
}
