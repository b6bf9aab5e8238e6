use crate::loop_tests::{SKEWED, check_action, taken};
use expect_test::{Expect, expect};

fn check(text: &str, expected: Expect) {
    check_action(super::KIND, text, expected);
}

/// Takes the action, and then tiles the result.
fn check_tiled(choice: &str, text: &str, expected: Expect) {
    let skewed = taken(super::KIND, choice, text);
    let at = skewed.find("affine.for").unwrap_or_default();
    let (before, behind) = skewed.split_at(at);
    expected.assert_eq(&taken(crate::tile::KIND, "", &format!("{before}<|>{behind}")));
}

#[test]
fn a_dependence_that_points_backwards() {
    let text = SKEWED.replacen("affine.for", "<|>affine.for", 1);
    check(
        &text,
        expect![[r#"
            // Skew %j by %i
            func.func @f(%m: memref<128x128xf32>) {
              affine.for %i = 1 to 128 {
                affine.for %j = affine_map<(d0) -> (d0)>(%i) to affine_map<(d0) -> (d0 + 127)>(%i) {
                  %v = affine.load %m[%i - 1, %j - %i + 1] : memref<128x128xf32>
                  affine.store %v, %m[%i, %j - %i] : memref<128x128xf32>
                }
              }
              return
            }
        "#]],
    );
    check_tiled(
        "",
        &text,
        expect![[r#"
            // Tile this nest of 2 loops by 32 × 32
            // Skew %j by %i
            func.func @f(%m: memref<128x128xf32>) {
              affine.for %i_tile = 1 to 128 step 32 {
                affine.for %j_tile = affine_map<(d0) -> (d0)>(%i_tile) to min affine_map<(d0) -> (d0 + 158, 254)>(%i_tile) step 32 {
                  affine.for %i = affine_map<(d0) -> (d0)>(%i_tile) to min affine_map<(d0) -> (d0 + 32, 128)>(%i_tile) {
                    affine.for %j = max affine_map<(d0, d1) -> (d0, d1)>(%j_tile, %i) to min affine_map<(d0, d1) -> (d0 + 32, d1 + 127)>(%j_tile, %i) {
                      %v = affine.load %m[%i - 1, %j - %i + 1] : memref<128x128xf32>
                      affine.store %v, %m[%i, %j - %i] : memref<128x128xf32>
                    }
                  }
                }
              }
              return
            }
        "#]],
    );
}

const SEIDEL: &str = "func.func @f(%x: memref<?xf32>, %n: index) {
  // Time.
  <|>affine.for %t = 0 to %n {
    affine.for %i = 2 to affine_map<()[s0] -> (s0 * 2)>()[%n] step 2 { // space
      %a = affine.load %x[%i - 2] : memref<?xf32>
      %b = affine.load %x[%i + 1] : memref<?xf32>
      %c = arith.addf %a, %b : f32
      affine.store %c, %x[%i] : memref<?xf32>
      %d = affine.load %x[%i + 2] : memref<?xf32>
      affine.store %d, %x[%i - 1] : memref<?xf32>
    }
  }
  return
}
";

#[test]
fn the_least_factor_is_exact() {
    check_tiled(
        "",
        SEIDEL,
        expect![[r#"
            // Tile this nest of 2 loops by 32 × 32
            // Skew %i by 2 × %t
            func.func @f(%x: memref<?xf32>, %n: index) {
              // Time.
              affine.for %t_tile = 0 to %n step 32 {
                affine.for %i_tile = affine_map<(d0) -> (d0 * 2 + 2)>(%t_tile) to min affine_map<(d0)[s0] -> (d0 * 2 + s0 * 2 + 62, s0 * 4 - 2)>(%t_tile)[%n] step 64 {
                  affine.for %t = affine_map<(d0) -> (d0)>(%t_tile) to min affine_map<(d0)[s0] -> (d0 + 32, s0)>(%t_tile)[%n] {
                    affine.for %i = max affine_map<(d0, d1) -> (d0, d1 * 2 + 2)>(%i_tile, %t) to min affine_map<(d0, d1)[s0] -> (d0 + 64, s0 * 2 + d1 * 2)>(%i_tile, %t)[%n] step 2 { // space
                      %a = affine.load %x[%i - %t * 2 - 2] : memref<?xf32>
                      %b = affine.load %x[%i - %t * 2 + 1] : memref<?xf32>
                      %c = arith.addf %a, %b : f32
                      affine.store %c, %x[%i - %t * 2] : memref<?xf32>
                      %d = affine.load %x[%i - %t * 2 + 2] : memref<?xf32>
                      affine.store %d, %x[%i - %t * 2 - 1] : memref<?xf32>
                    }
                  }
                }
              }
              return
            }
        "#]],
    );
    check(
        SEIDEL,
        expect![[r#"
            // Skew %i by 2 × %t
            func.func @f(%x: memref<?xf32>, %n: index) {
              // Time.
              affine.for %t = 0 to %n {
                affine.for %i = affine_map<(d0) -> (d0 * 2 + 2)>(%t) to affine_map<(d0)[s0] -> (s0 * 2 + d0 * 2)>(%t)[%n] step 2 { // space
                  %a = affine.load %x[%i - %t * 2 - 2] : memref<?xf32>
                  %b = affine.load %x[%i - %t * 2 + 1] : memref<?xf32>
                  %c = arith.addf %a, %b : f32
                  affine.store %c, %x[%i - %t * 2] : memref<?xf32>
                  %d = affine.load %x[%i - %t * 2 + 2] : memref<?xf32>
                  affine.store %d, %x[%i - %t * 2 - 1] : memref<?xf32>
                }
              }
              return
            }
        "#]],
    );
}

const TIME: &str = "func.func @f(%x: memref<64x64xf32>) {
  <|>affine.for %t = 0 to 16 {
    affine.for %i = 1 to 63 {
      affine.for %j = 1 to 63 {
        %a = affine.load %x[%i + 1, %j] : memref<64x64xf32>
        %b = affine.load %x[%i, %j + 1] : memref<64x64xf32>
        %c = arith.addf %a, %b : f32
        affine.store %c, %x[%i, %j] : memref<64x64xf32>
      }
    }
  }
  return
}
";

#[test]
fn each_inner_loop_by_the_one_that_carries() {
    let first = taken(super::KIND, "inner=1", TIME);
    expect![[r#"
        // Skew %i by %t
        func.func @f(%x: memref<64x64xf32>) {
          affine.for %t = 0 to 16 {
            affine.for %i = affine_map<(d0) -> (d0 + 1)>(%t) to affine_map<(d0) -> (d0 + 63)>(%t) {
              affine.for %j = 1 to 63 {
                %a = affine.load %x[%i - %t + 1, %j] : memref<64x64xf32>
                %b = affine.load %x[%i - %t, %j + 1] : memref<64x64xf32>
                %c = arith.addf %a, %b : f32
                affine.store %c, %x[%i - %t, %j] : memref<64x64xf32>
              }
            }
          }
          return
        }
    "#]]
    .assert_eq(&first);
    let first = first.replacen("affine.for", "<|>affine.for", 1);
    expect![[r#"
        refused: the band %t, %i is permutable already
    "#]]
    .assert_eq(&taken(super::KIND, "inner=1", &first));
    expect![[r#"
        // Skew %j by %t
        // Skew %i by %t
        func.func @f(%x: memref<64x64xf32>) {
          affine.for %t = 0 to 16 {
            affine.for %i = affine_map<(d0) -> (d0 + 1)>(%t) to affine_map<(d0) -> (d0 + 63)>(%t) {
              affine.for %j = affine_map<(d0) -> (d0 + 1)>(%t) to affine_map<(d0) -> (d0 + 63)>(%t) {
                %a = affine.load %x[%i - %t + 1, %j - %t] : memref<64x64xf32>
                %b = affine.load %x[%i - %t, %j - %t + 1] : memref<64x64xf32>
                %c = arith.addf %a, %b : f32
                affine.store %c, %x[%i - %t, %j - %t] : memref<64x64xf32>
              }
            }
          }
          return
        }
    "#]]
    .assert_eq(&taken(super::KIND, "inner=2", &first));
    check_tiled(
        "inner=2",
        &first,
        expect![[r#"
        // Tile this nest of 3 loops by 32 × 32 × 32
        // Skew %j by %t
        // Skew %i by %t
        func.func @f(%x: memref<64x64xf32>) {
          affine.for %t_tile = 0 to 16 step 32 {
            affine.for %i_tile = affine_map<(d0) -> (d0 + 1)>(%t_tile) to min affine_map<(d0) -> (d0 + 94, 78)>(%t_tile) step 32 {
              affine.for %j_tile = affine_map<(d0) -> (d0 + 1)>(%t_tile) to min affine_map<(d0) -> (d0 + 94, 78)>(%t_tile) step 32 {
                affine.for %t = affine_map<(d0) -> (d0)>(%t_tile) to min affine_map<(d0) -> (d0 + 32, 16)>(%t_tile) {
                  affine.for %i = max affine_map<(d0, d1) -> (d0, d1 + 1)>(%i_tile, %t) to min affine_map<(d0, d1) -> (d0 + 32, d1 + 63)>(%i_tile, %t) {
                    affine.for %j = max affine_map<(d0, d1) -> (d0, d1 + 1)>(%j_tile, %t) to min affine_map<(d0, d1) -> (d0 + 32, d1 + 63)>(%j_tile, %t) {
                      %a = affine.load %x[%i - %t + 1, %j - %t] : memref<64x64xf32>
                      %b = affine.load %x[%i - %t, %j - %t + 1] : memref<64x64xf32>
                      %c = arith.addf %a, %b : f32
                      affine.store %c, %x[%i - %t, %j - %t] : memref<64x64xf32>
                    }
                  }
                }
              }
            }
          }
          return
        }
    "#]],
    );
}

#[test]
fn what_stands_against_no_loop_inside_is_not_spoken_of() {
    let text = TIME.replace("%j + 1", "%j").replace("%i + 1", "%i");
    expect![[r#"
        refused: the band %t, %i is permutable already
    "#]]
    .assert_eq(&taken(super::KIND, "inner=1", &text));
    expect![[r#"
        not here
    "#]]
    .assert_eq(&taken(super::KIND, "inner=2", &text));
}

#[test]
fn what_no_factor_turns_is_named() {
    check(
        "func.func @f(%x: memref<100xf32>) {
  <|>affine.for %i = 0 to 100 {
    affine.for %j = 0 to 100 {
      %a = affine.load %x[%j] : memref<100xf32>
      affine.store %a, %x[99 - %j] : memref<100xf32>
    }
  }
  return
}
",
        expect![[r#"
            refused: no factor makes the band %i, %j permutable: WAR `affine.load %x` (line 4) → `affine.store %x` (line 5), distance ([1, 99], [-99, 99])
        "#]],
    );
    check(
        "func.func @f(%x: memref<64x64xf32>) {
  <|>affine.for %i = 1 to 64 {
    affine.for %j = 1 to 64 {
      %a = affine.load %x[%i - 1, %j - 1] : memref<64x64xf32>
      affine.store %a, %x[%i, %j] : memref<64x64xf32>
    }
  }
  return
}
",
        expect![[r#"
            refused: the band %i, %j is permutable already
        "#]],
    );
    check(
        "func.func private @g()
func.func @f() {
  <|>affine.for %i = 1 to 64 {
    affine.for %j = 1 to 64 {
      func.call @g() : () -> ()
    }
  }
  return
}
",
        expect![[r#"
            refused: `func.call` (line 5) may read or write anything
        "#]],
    );
}

#[test]
fn multiples_of_the_outer_variable_stay_far_from_the_ends_of_64_bits() {
    let with = |start: u64| {
        let text = format!(
            "func.func @f(%x: memref<9x9xf32>) {{
  <|>affine.for %i = {start} to {} {{
    affine.for %j = 0 to 7 {{
      %a = affine.load %x[%i - {start}, %j + 2] : memref<9x9xf32>
      affine.store %a, %x[%i - {start} + 1, %j] : memref<9x9xf32>
    }}
  }}
  return
}}
",
            start + 8
        );
        taken(super::KIND, "", &text)
    };
    assert!(with(1 << 50).starts_with("// Skew %j by 2 × %i\n"), "{}", with(1 << 50));
    let reason = "refused: `affine.load` (line 4) computes numbers near the ends of 64 bits\n";
    assert_eq!(with((1 << 60) - 20), reason);
}
