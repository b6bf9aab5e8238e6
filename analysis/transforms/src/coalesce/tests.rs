use crate::loop_tests::{check_action, taken_asking};
use expect_test::{Expect, expect};

fn check(text: &str, expected: Expect) {
    check_action(super::KIND, text, expected);
}

#[test]
fn numbers_and_symbols() {
    check(
        "func.func @f(%A: memref<?x8x16xf32>, %n: index, %v: f32) {
  <|>affine.for %i = 0 to %n { // planes
    // rows
    affine.for %j = 1 to 8 step 3 {
      affine.for %k = 0 to 16 { // along
        affine.store %v, %A[%i, %j, %k] : memref<?x8x16xf32>
      }
    }
  } {planes}
  return
}
",
        expect![[r#"
            // Coalesce the loops of %i, %j, %k
            func.func @f(%A: memref<?x8x16xf32>, %n: index, %v: f32) {
              // planes
              // rows
              affine.for %linear = 0 to affine_map<()[s0] -> (s0 * 48)>()[%n] { // along
                %i, %j_0, %k = affine.delinearize_index %linear into (%n, 3, 16) : index, index, index
                %j = affine.apply affine_map<(d0) -> (d0 * 3 + 1)>(%j_0)
                affine.store %v, %A[%i, %j, %k] : memref<?x8x16xf32>
              } {planes}
              return
            }
        "#]],
    );
}

#[test]
fn so_many_as_are_asked_for() {
    let text = "func.func @f(%A: memref<4x8x16xf32>, %v: f32) {
  <|>affine.for %arg0 = 0 to 4 {
    affine.for %arg1 = 0 to 8 {
      affine.for %arg2 = 0 to 16 {
        affine.store %v, %A[%arg0, %arg1, %arg2] : memref<4x8x16xf32>
      }
    }
  }
  return
}
";
    expect![[r#"
        // Coalesce the loops of %arg0, %arg1
        func.func @f(%A: memref<4x8x16xf32>, %v: f32) {
          affine.for %linear = 0 to 32 {
            %arg0, %arg1 = affine.delinearize_index %linear into (4, 8) : index, index
            affine.for %arg2 = 0 to 16 {
              affine.store %v, %A[%arg0, %arg1, %arg2] : memref<4x8x16xf32>
            }
          }
          return
        }
    "#]]
    .assert_eq(&taken_asking(super::KIND, "loops", "2", text));
    expect![[r#"
        not here
    "#]]
    .assert_eq(&taken_asking(super::KIND, "loops", "4", text));
}

#[test]
fn what_has_no_one_count_stays() {
    let nest = |outer: &str, inner: &str| {
        format!(
            "func.func @f(%A: memref<?x?xf32>, %m: index, %n: index, %v: f32) {{
  %c0 = arith.constant 0 : index
  %d = memref.dim %A, %c0 : memref<?x?xf32>
  <|>affine.for %i = 0 to {outer} {{
    affine.for %j = {inner} {{
      affine.store %v, %A[%i, %j] : memref<?x?xf32>
    }}
  }}
  return
}}
"
        )
    };
    let refused = |outer: &str, inner: &str, expected: Expect| check(&nest(outer, inner), expected);
    refused(
        "8",
        "affine_map<(d0) -> (d0)>(%i) to 8",
        expect![[r#"
        refused: %j has bounds that depend on %i
    "#]],
    );
    refused(
        "%m",
        "0 to %n",
        expect![[r#"
        refused: %j and another loop may both run to a negative number
    "#]],
    );
    refused(
        "8",
        "0 to min affine_map<()[s0] -> (s0, 8)>()[%n]",
        expect![[r#"
        refused: %j does not run from 0 to a number or a symbol; normalize it first
    "#]],
    );
    refused(
        "8",
        "0 to 0",
        expect![[r#"
        refused: %j runs no iteration
    "#]],
    );
    refused(
        "4611686018427387904",
        "0 to 4",
        expect![[r#"
        refused: `affine.for` (line 4) computes numbers near the ends of 64 bits
    "#]],
    );
    refused(
        "%m",
        "0 to %d",
        expect![[r#"
            // Coalesce the loops of %i, %j
            func.func @f(%A: memref<?x?xf32>, %m: index, %n: index, %v: f32) {
              %c0 = arith.constant 0 : index
              %d = memref.dim %A, %c0 : memref<?x?xf32>
              affine.for %linear = 0 to affine_map<()[s0, s1] -> (s0 * s1)>()[%m, %d] {
                %i, %j = affine.delinearize_index %linear into (%m, %d) : index, index
                affine.store %v, %A[%i, %j] : memref<?x?xf32>
              }
              return
            }
        "#]],
    );
}
