use crate::loop_tests::check_action;
use expect_test::{Expect, expect};

fn check(bounds: &str, basis: &str, body: &str, expected: Expect) {
    let text = format!(
        "func.func @f(%A: memref<4x8x16xf32>, %v: f32) {{
  <|>affine.for %x = {bounds} {{ // all
    // Taken apart.
    %i, %j, %k = affine.delinearize_index %x into {basis} : index, index, index
    // Each once.
    affine.store %v, %A[%i, %j, %k] : memref<4x8x16xf32>
    {body}
  }} {{whole}}
  return
}}
"
    );
    check_action(super::KIND, &text, expected);
}

#[test]
fn a_loop_for_each_index() {
    check(
        "0 to 512",
        "(4, 8, 16)",
        "",
        expect![[r#"
        // Run %x as loops over %i, %j, %k
        func.func @f(%A: memref<4x8x16xf32>, %v: f32) {
          affine.for %i = 0 to 4 {
            affine.for %j = 0 to 8 {
              affine.for %k = 0 to 16 { // all
                // Taken apart.
                // Each once.
                affine.store %v, %A[%i, %j, %k] : memref<4x8x16xf32>

              }
            }
          } {whole}
          return
        }
    "#]],
    );
    check(
        "0 to 256",
        "(8, 16)",
        "",
        expect![[r#"
        // Run %x as loops over %i, %j, %k
        func.func @f(%A: memref<4x8x16xf32>, %v: f32) {
          affine.for %i = 0 to 2 {
            affine.for %j = 0 to 8 {
              affine.for %k = 0 to 16 { // all
                // Taken apart.
                // Each once.
                affine.store %v, %A[%i, %j, %k] : memref<4x8x16xf32>

              }
            }
          } {whole}
          return
        }
    "#]],
    );
}

#[test]
fn other_loops_stay() {
    check(
        "0 to 500",
        "(4, 8, 16)",
        "",
        expect![[r#"
        refused: 500 iterations of %x are no multiple of 128
    "#]],
    );
    check(
        "0 to 512",
        "(16)",
        "",
        expect![[r#"
            refused: there are not as many sizes as indices
        "#]],
    );
    check(
        "0 to 512 step 2",
        "(4, 8, 16)",
        "",
        expect![[r#"
        refused: %x does not count from 0 to a number
    "#]],
    );
    check(
        "0 to 512",
        "(4, 8, 16)",
        "\"test.use\"(%x) : (index) -> ()",
        expect![[r#"
        refused: %x is used by itself as well
    "#]],
    );
}
