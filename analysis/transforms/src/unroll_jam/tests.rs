use crate::loop_tests::{SKEWED, TOTAL, exact, refusals, taken, taken_with};
use expect_test::{Expect, expect};

fn check(text: &str, expected: Expect) {
    expected.assert_eq(&taken(super::KIND, "factor=4", text));
}

#[test]
fn a_product_of_matrices() {
    check(
        "func.func @f(%a: memref<6x8xf32>, %b: memref<8x5xf32>, %c: memref<6x5xf32>, %d: memref<6xindex>, %z: f32) {
  <|>affine.for %i = 0 to 6 { // rows
    affine.store %i, %d[%i] : memref<6xindex> // its number
    // Columns.
    affine.for %j = 0 to 5 {
      %r = affine.for %k = 0 to 8 iter_args(%s = %z) -> (f32) {
        %x = affine.load %a[%i, %k] : memref<6x8xf32>
        %y = affine.load %b[%k, %j] : memref<8x5xf32>
        %p = arith.mulf %x, %y : f32
        %t = arith.addf %s, %p : f32
        affine.yield %t : f32
      }
      affine.store %r, %c[%i, %j] : memref<6x5xf32>
    } {tag}
  }
  return
}
",
        expect![[r#"
            // Unroll %i by 4 and jam its iterations into the loops inside
            func.func @f(%a: memref<6x8xf32>, %b: memref<8x5xf32>, %c: memref<6x5xf32>, %d: memref<6xindex>, %z: f32) {
              affine.for %i = 0 to 4 step 4 { // rows
                %i_0 = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
                %i_1 = affine.apply affine_map<(d0) -> (d0 + 2)>(%i)
                %i_2 = affine.apply affine_map<(d0) -> (d0 + 3)>(%i)
                affine.store %i, %d[%i] : memref<6xindex> // its number
                affine.store %i_0, %d[%i + 1] : memref<6xindex> // its number
                affine.store %i_1, %d[%i + 2] : memref<6xindex> // its number
                affine.store %i_2, %d[%i + 3] : memref<6xindex> // its number
                // Columns.
                affine.for %j = 0 to 5 {
                  %r:4 = affine.for %k = 0 to 8 iter_args(%s = %z, %s_0 = %z, %s_1 = %z, %s_2 = %z) -> (f32, f32, f32, f32) {
                    %x = affine.load %a[%i, %k] : memref<6x8xf32>
                    %y = affine.load %b[%k, %j] : memref<8x5xf32>
                    %p = arith.mulf %x, %y : f32
                    %t = arith.addf %s, %p : f32
                    %x_0 = affine.load %a[%i + 1, %k] : memref<6x8xf32>
                    %y_0 = affine.load %b[%k, %j] : memref<8x5xf32>
                    %p_0 = arith.mulf %x_0, %y_0 : f32
                    %t_0 = arith.addf %s_0, %p_0 : f32
                    %x_1 = affine.load %a[%i + 2, %k] : memref<6x8xf32>
                    %y_1 = affine.load %b[%k, %j] : memref<8x5xf32>
                    %p_1 = arith.mulf %x_1, %y_1 : f32
                    %t_1 = arith.addf %s_1, %p_1 : f32
                    %x_2 = affine.load %a[%i + 3, %k] : memref<6x8xf32>
                    %y_2 = affine.load %b[%k, %j] : memref<8x5xf32>
                    %p_2 = arith.mulf %x_2, %y_2 : f32
                    %t_2 = arith.addf %s_2, %p_2 : f32
                    affine.yield %t, %t_0, %t_1, %t_2 : f32, f32, f32, f32
                  }
                  affine.store %r#0, %c[%i, %j] : memref<6x5xf32>
                  affine.store %r#1, %c[%i + 1, %j] : memref<6x5xf32>
                  affine.store %r#2, %c[%i + 2, %j] : memref<6x5xf32>
                  affine.store %r#3, %c[%i + 3, %j] : memref<6x5xf32>
                } {tag}
              }
              affine.for %i = 4 to 6 { // rows
                affine.store %i, %d[%i] : memref<6xindex> // its number
                // Columns.
                affine.for %j = 0 to 5 {
                  %r = affine.for %k = 0 to 8 iter_args(%s = %z) -> (f32) {
                    %x = affine.load %a[%i, %k] : memref<6x8xf32>
                    %y = affine.load %b[%k, %j] : memref<8x5xf32>
                    %p = arith.mulf %x, %y : f32
                    %t = arith.addf %s, %p : f32
                    affine.yield %t : f32
                  }
                  affine.store %r, %c[%i, %j] : memref<6x5xf32>
                } {tag}
              }
              return
            }
        "#]],
    );
}

#[test]
fn carried_dependences() {
    // At distance 4 the two ends never run at once.
    let text = "func.func @f(%x: memref<16x16xf32>) {
  <|>affine.for %i = 4 to 16 {
    affine.for %j = 0 to 12 {
      %v = affine.load %x[%i - 4, %j + 1] : memref<16x16xf32>
      affine.store %v, %x[%i, %j] : memref<16x16xf32>
    }
  }
  return
}
";
    check(
        &text.replace("4 to", "3 to").replace("- 4", "- 3"),
        expect![[r#"
        refused: iterations that run at once would exchange the two ends of a dependence: RAW `affine.store %x` (line 5) → `affine.load %x` (line 4), distance (3, -1)
    "#]],
    );
    check(
        &text.replace("%j + 1", "%j"),
        expect![[r#"
        // Unroll %i by 4 and jam its iterations into the loops inside
        func.func @f(%x: memref<16x16xf32>) {
          affine.for %i = 4 to 16 step 4 {
            affine.for %j = 0 to 12 {
              %v = affine.load %x[%i - 4, %j] : memref<16x16xf32>
              affine.store %v, %x[%i, %j] : memref<16x16xf32>
              %v_0 = affine.load %x[%i - 3, %j] : memref<16x16xf32>
              affine.store %v_0, %x[%i + 1, %j] : memref<16x16xf32>
              %v_1 = affine.load %x[%i - 2, %j] : memref<16x16xf32>
              affine.store %v_1, %x[%i + 2, %j] : memref<16x16xf32>
              %v_2 = affine.load %x[%i - 1, %j] : memref<16x16xf32>
              affine.store %v_2, %x[%i + 3, %j] : memref<16x16xf32>
            }
          }
          return
        }
    "#]],
    );
    check(
        &text.replace("- 4, %j + 1", "- 3, %j").replace("4 to", "3 to"),
        expect![[r#"
        // Unroll %i by 4 and jam its iterations into the loops inside
        func.func @f(%x: memref<16x16xf32>) {
          affine.for %i = 3 to 15 step 4 {
            affine.for %j = 0 to 12 {
              %v = affine.load %x[%i - 3, %j] : memref<16x16xf32>
              affine.store %v, %x[%i, %j] : memref<16x16xf32>
              %v_0 = affine.load %x[%i - 2, %j] : memref<16x16xf32>
              affine.store %v_0, %x[%i + 1, %j] : memref<16x16xf32>
              %v_1 = affine.load %x[%i - 1, %j] : memref<16x16xf32>
              affine.store %v_1, %x[%i + 2, %j] : memref<16x16xf32>
              %v_2 = affine.load %x[%i, %j] : memref<16x16xf32>
              affine.store %v_2, %x[%i + 3, %j] : memref<16x16xf32>
            }
          }
          affine.for %i = 15 to 16 {
            affine.for %j = 0 to 12 {
              %v = affine.load %x[%i - 3, %j] : memref<16x16xf32>
              affine.store %v, %x[%i, %j] : memref<16x16xf32>
            }
          }
          return
        }
    "#]],
    );
}

#[test]
fn a_scratch_row_that_the_copies_share() {
    check(
        "func.func @f(%x: memref<8x8xf32>, %y: memref<8x8xf32>) {
  %t = memref.alloc() : memref<8xf32>
  <|>affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      %v = affine.load %x[%i, %j] : memref<8x8xf32>
      affine.store %v, %t[%j] : memref<8xf32>
    }
    affine.for %j = 0 to 8 {
      %v = affine.load %t[7 - %j] : memref<8xf32>
      affine.store %v, %y[%i, %j] : memref<8x8xf32>
    }
  }
  return
}
",
        expect![[r#"
            refused: iterations that run at once would exchange the two ends of a dependence: WAR `affine.load %t` (line 9) → `affine.store %t` (line 6), distance ([1, 7])
        "#]],
    );
    check(
        "func.func @f(%x: memref<8x8xf32>, %y: memref<8x8xf32>) {
  <|>affine.for %i = 0 to 8 {
    %t = memref.alloc() : memref<8xf32>
    affine.for %j = 0 to 8 {
      %v = affine.load %x[%i, %j] : memref<8x8xf32>
      affine.store %v, %t[%j] : memref<8xf32>
    }
    affine.for %j = 0 to 8 {
      %v = affine.load %t[7 - %j] : memref<8xf32>
      affine.store %v, %y[%i, %j] : memref<8x8xf32>
    }
    memref.dealloc %t : memref<8xf32>
  }
  return
}
",
        expect![[r#"
            // Unroll %i by 4 and jam its iterations into the loops inside
            func.func @f(%x: memref<8x8xf32>, %y: memref<8x8xf32>) {
              affine.for %i = 0 to 8 step 4 {
                %t = memref.alloc() : memref<8xf32>
                %t_0 = memref.alloc() : memref<8xf32>
                %t_1 = memref.alloc() : memref<8xf32>
                %t_2 = memref.alloc() : memref<8xf32>
                affine.for %j = 0 to 8 {
                  %v = affine.load %x[%i, %j] : memref<8x8xf32>
                  affine.store %v, %t[%j] : memref<8xf32>
                  %v_0 = affine.load %x[%i + 1, %j] : memref<8x8xf32>
                  affine.store %v_0, %t_0[%j] : memref<8xf32>
                  %v_1 = affine.load %x[%i + 2, %j] : memref<8x8xf32>
                  affine.store %v_1, %t_1[%j] : memref<8xf32>
                  %v_2 = affine.load %x[%i + 3, %j] : memref<8x8xf32>
                  affine.store %v_2, %t_2[%j] : memref<8xf32>
                }
                affine.for %j = 0 to 8 {
                  %v = affine.load %t[7 - %j] : memref<8xf32>
                  affine.store %v, %y[%i, %j] : memref<8x8xf32>
                  %v_3 = affine.load %t_0[7 - %j] : memref<8xf32>
                  affine.store %v_3, %y[%i + 1, %j] : memref<8x8xf32>
                  %v_4 = affine.load %t_1[7 - %j] : memref<8xf32>
                  affine.store %v_4, %y[%i + 2, %j] : memref<8x8xf32>
                  %v_5 = affine.load %t_2[7 - %j] : memref<8xf32>
                  affine.store %v_5, %y[%i + 3, %j] : memref<8x8xf32>
                }
                memref.dealloc %t : memref<8xf32>
                memref.dealloc %t_0 : memref<8xf32>
                memref.dealloc %t_1 : memref<8xf32>
                memref.dealloc %t_2 : memref<8xf32>
              }
              return
            }
        "#]],
    );
}

#[test]
fn a_triangle_with_reductions() {
    check(
        "func.func @f(%x: memref<8x8xf32>, %y: memref<8xf32>, %z: f32) {
  <|>affine.for %i = 0 to 8 {
    %r = affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) iter_args(%a = %z) -> (f32) {
      %v = affine.load %x[%i, %j] : memref<8x8xf32>
      %s = arith.addf %a, %v : f32
      affine.yield %s : f32
    }
    affine.store %r, %y[%i] : memref<8xf32>
  }
  return
}
",
        expect![[r#"
            // Unroll %i by 4 and jam its iterations into the loops inside
            func.func @f(%x: memref<8x8xf32>, %y: memref<8xf32>, %z: f32) {
              affine.for %i = 0 to 8 step 4 {
                %r:4 = affine.for %j = 0 to affine_map<(d0) -> (d0 + 3)>(%i) iter_args(%a = %z, %a_0 = %z, %a_1 = %z, %a_2 = %z) -> (f32, f32, f32, f32) {
                  %a_3 = affine.if affine_set<(d0, d1) : (d0 - d1 - 1 >= 0)>(%i, %j) -> (f32) {
                    %v = affine.load %x[%i, %j] : memref<8x8xf32>
                    %s = arith.addf %a, %v : f32
                    affine.yield %s : f32
                  } else {
                    affine.yield %a : f32
                  }
                  %a_4 = affine.if affine_set<(d0, d1) : (d0 - d1 >= 0)>(%i, %j) -> (f32) {
                    %v = affine.load %x[%i + 1, %j] : memref<8x8xf32>
                    %s = arith.addf %a_0, %v : f32
                    affine.yield %s : f32
                  } else {
                    affine.yield %a_0 : f32
                  }
                  %a_5 = affine.if affine_set<(d0, d1) : (d0 - d1 + 1 >= 0)>(%i, %j) -> (f32) {
                    %v = affine.load %x[%i + 2, %j] : memref<8x8xf32>
                    %s = arith.addf %a_1, %v : f32
                    affine.yield %s : f32
                  } else {
                    affine.yield %a_1 : f32
                  }
                  %v_0 = affine.load %x[%i + 3, %j] : memref<8x8xf32>
                  %s_0 = arith.addf %a_2, %v_0 : f32
                  affine.yield %a_3, %a_4, %a_5, %s_0 : f32, f32, f32, f32
                }
                affine.store %r#0, %y[%i] : memref<8xf32>
                affine.store %r#1, %y[%i + 1] : memref<8xf32>
                affine.store %r#2, %y[%i + 2] : memref<8xf32>
                affine.store %r#3, %y[%i + 3] : memref<8xf32>
              }
              return
            }
        "#]],
    );
}

#[test]
fn triangles_and_loops_without_loops() {
    check(
        "func.func @f(%x: memref<8x8xf32>, %z: f32) {
  <|>affine.for %i = 0 to 8 {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      affine.store %z, %x[%i, %j] : memref<8x8xf32>
    }
  }
  return
}
",
        expect![[r#"
            // Unroll %i by 4 and jam its iterations into the loops inside
            func.func @f(%x: memref<8x8xf32>, %z: f32) {
              affine.for %i = 0 to 8 step 4 {
                affine.for %j = 0 to affine_map<(d0) -> (d0 + 3)>(%i) {
                  affine.if affine_set<(d0, d1) : (d0 - d1 - 1 >= 0)>(%i, %j) {
                    affine.store %z, %x[%i, %j] : memref<8x8xf32>
                  }
                  affine.if affine_set<(d0, d1) : (d0 - d1 >= 0)>(%i, %j) {
                    affine.store %z, %x[%i + 1, %j] : memref<8x8xf32>
                  }
                  affine.if affine_set<(d0, d1) : (d0 - d1 + 1 >= 0)>(%i, %j) {
                    affine.store %z, %x[%i + 2, %j] : memref<8x8xf32>
                  }
                  affine.store %z, %x[%i + 3, %j] : memref<8x8xf32>
                }
              }
              return
            }
        "#]],
    );
    check(
        "func.func @f(%x: memref<8xf32>, %z: f32) {
  <|>affine.for %i = 0 to 8 {
    affine.store %z, %x[%i] : memref<8xf32>
  }
  return
}
",
        expect![[r#"
            not here
        "#]],
    );
}

#[test]
fn comments_behind_the_yield() {
    check(
        "func.func @f(%x: memref<8x8xf32>, %y: memref<8xf32>, %z: f32) {
  <|>affine.for %i = 0 to 8 {
    %r = affine.for %j = 0 to 8 iter_args(%a = %z) -> (f32) {
      %v = affine.load %x[%i, %j] : memref<8x8xf32>
      %w = arith.addf %a, %v : f32
      affine.yield %w : f32 // the sum
      // so far
    }
    affine.store %r, %y[%i] : memref<8xf32>
  }
  return
}
",
        expect![[r#"
            // Unroll %i by 4 and jam its iterations into the loops inside
            func.func @f(%x: memref<8x8xf32>, %y: memref<8xf32>, %z: f32) {
              affine.for %i = 0 to 8 step 4 {
                %r:4 = affine.for %j = 0 to 8 iter_args(%a = %z, %a_0 = %z, %a_1 = %z, %a_2 = %z) -> (f32, f32, f32, f32) {
                  %v = affine.load %x[%i, %j] : memref<8x8xf32>
                  %w = arith.addf %a, %v : f32
                  %v_0 = affine.load %x[%i + 1, %j] : memref<8x8xf32>
                  %w_0 = arith.addf %a_0, %v_0 : f32
                  %v_1 = affine.load %x[%i + 2, %j] : memref<8x8xf32>
                  %w_1 = arith.addf %a_1, %v_1 : f32
                  %v_2 = affine.load %x[%i + 3, %j] : memref<8x8xf32>
                  %w_2 = arith.addf %a_2, %v_2 : f32
                  affine.yield %w, %w_0, %w_1, %w_2 : f32, f32, f32, f32
                  // the sum
                  // so far
                }
                affine.store %r#0, %y[%i] : memref<8xf32>
                affine.store %r#1, %y[%i + 1] : memref<8xf32>
                affine.store %r#2, %y[%i + 2] : memref<8xf32>
                affine.store %r#3, %y[%i + 3] : memref<8xf32>
              }
              return
            }
        "#]],
    );
}

#[test]
fn terms_of_a_sum_in_memory() {
    check(
        TOTAL,
        expect![[r#"
        // Unroll %i by 4 and jam its iterations into the loops inside (reassociates floating-point)
        func.func @f(%x: memref<9x13xf32>, %s: memref<1xf32>) {
          affine.for %i = 0 to 8 step 4 {
            affine.for %j = 0 to 13 step 2 {
              %a = affine.load %s[0] : memref<1xf32>
              %v = affine.load %x[%i, %j] : memref<9x13xf32>
              %b = arith.addf %a, %v : f32
              affine.store %b, %s[0] : memref<1xf32>
              %a_0 = affine.load %s[0] : memref<1xf32>
              %v_0 = affine.load %x[%i + 1, %j] : memref<9x13xf32>
              %b_0 = arith.addf %a_0, %v_0 : f32
              affine.store %b_0, %s[0] : memref<1xf32>
              %a_1 = affine.load %s[0] : memref<1xf32>
              %v_1 = affine.load %x[%i + 2, %j] : memref<9x13xf32>
              %b_1 = arith.addf %a_1, %v_1 : f32
              affine.store %b_1, %s[0] : memref<1xf32>
              %a_2 = affine.load %s[0] : memref<1xf32>
              %v_2 = affine.load %x[%i + 3, %j] : memref<9x13xf32>
              %b_2 = arith.addf %a_2, %v_2 : f32
              affine.store %b_2, %s[0] : memref<1xf32>
            }
          }
          affine.for %i = 8 to 9 {
            affine.for %j = 0 to 13 step 2 {
              %a = affine.load %s[0] : memref<1xf32>
              %v = affine.load %x[%i, %j] : memref<9x13xf32>
              %b = arith.addf %a, %v : f32
              affine.store %b, %s[0] : memref<1xf32>
            }
          }
          return
        }
    "#]],
    );
    check(
        &exact(TOTAL),
        expect![[r#"
        // Unroll %i by 4 and jam its iterations into the loops inside
        func.func @f(%x: memref<9x13xi32>, %s: memref<1xi32>) {
          affine.for %i = 0 to 8 step 4 {
            affine.for %j = 0 to 13 step 2 {
              %a = affine.load %s[0] : memref<1xi32>
              %v = affine.load %x[%i, %j] : memref<9x13xi32>
              %b = arith.addi %a, %v : i32
              affine.store %b, %s[0] : memref<1xi32>
              %a_0 = affine.load %s[0] : memref<1xi32>
              %v_0 = affine.load %x[%i + 1, %j] : memref<9x13xi32>
              %b_0 = arith.addi %a_0, %v_0 : i32
              affine.store %b_0, %s[0] : memref<1xi32>
              %a_1 = affine.load %s[0] : memref<1xi32>
              %v_1 = affine.load %x[%i + 2, %j] : memref<9x13xi32>
              %b_1 = arith.addi %a_1, %v_1 : i32
              affine.store %b_1, %s[0] : memref<1xi32>
              %a_2 = affine.load %s[0] : memref<1xi32>
              %v_2 = affine.load %x[%i + 3, %j] : memref<9x13xi32>
              %b_2 = arith.addi %a_2, %v_2 : i32
              affine.store %b_2, %s[0] : memref<1xi32>
            }
          }
          affine.for %i = 8 to 9 {
            affine.for %j = 0 to 13 step 2 {
              %a = affine.load %s[0] : memref<1xi32>
              %v = affine.load %x[%i, %j] : memref<9x13xi32>
              %b = arith.addi %a, %v : i32
              affine.store %b, %s[0] : memref<1xi32>
            }
          }
          return
        }
    "#]],
    );
}

#[test]
fn settings_may_forbid_another_order_of_floats() {
    let settings =
        || base::source_file::Settings { reassociate: false, ..base::source_file::Settings::default() };
    expect![[r#"
        refused: it would fold floating-point numbers in another order, which the setting `vectorize.reassociate` forbids
    "#]].assert_eq(&taken_with(super::KIND, "factor=4", TOTAL, settings()));
    let integers = taken_with(super::KIND, "factor=4", &exact(TOTAL), settings());
    assert!(integers.starts_with("// "), "{integers}");
}

/// All copies would load the element before one of them has stored it.
#[test]
fn sums_in_memory_around_a_loop() {
    check(
        "func.func @f(%x: memref<8x13xi32>, %s: memref<1xi32>) {
  <|>affine.for %i = 0 to 8 {
    %a = affine.load %s[0] : memref<1xi32>
    %r = affine.for %j = 0 to 13 iter_args(%b = %a) -> (i32) {
      %v = affine.load %x[%i, %j] : memref<8x13xi32>
      %c = arith.addi %b, %v : i32
      affine.yield %c : i32
    }
    affine.store %r, %s[0] : memref<1xi32>
  }
  return
}
",
        expect![[r#"
            refused: iterations that run at once would exchange the two ends of a dependence: RAW `affine.store %s` (line 9) → `affine.load %s` (line 3), distance ([1, 7])
        "#]],
    );
}

#[test]
fn a_test_that_takes_too_long_is_no_verdict() {
    let refused = |steps| refusals(super::offers, steps, SKEWED).join("\n");
    let exchanged = "iterations that run at once would exchange the two ends of a dependence: RAW";
    assert!(refused(u64::MAX).starts_with(exchanged), "{}", refused(u64::MAX));
    let too_long =
        "to find out whether iterations that run at once keep the order of a dependence takes too long: RAW";
    assert!(refused(0).starts_with(too_long), "{}", refused(0));
}
