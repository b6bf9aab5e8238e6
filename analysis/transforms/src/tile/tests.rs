use crate::loop_tests::{SKEWED, TOTAL, check_action, exact, refusals, taken_asking, taken_with};
use expect_test::{Expect, expect};

fn check(text: &str, expected: Expect) {
    check_action(super::KIND, text, expected);
}

#[test]
fn a_product_of_matrices() {
    check(
        "func.func @f(%a: memref<64x40xf32>, %b: memref<40x?xf32>, %c: memref<64x?xf32>, %n: index) {
  <|>affine.for %i = 0 to 64 {
    affine.for %j = 0 to %n {
      // Rows by columns.
      affine.for %k = 0 to 40 step 2 {
        %x = affine.load %a[%i, %k] : memref<64x40xf32>
        %y = affine.load %b[%k, %j] : memref<40x?xf32>
        %p = arith.mulf %x, %y : f32
        %s = affine.load %c[%i, %j] : memref<64x?xf32>
        %t = arith.addf %s, %p : f32
        affine.store %t, %c[%i, %j] : memref<64x?xf32>
      }
    }
  }
  return
}
",
        expect![[r#"
            // Tile this nest of 3 loops by 32 × 32 × 32
            func.func @f(%a: memref<64x40xf32>, %b: memref<40x?xf32>, %c: memref<64x?xf32>, %n: index) {
              affine.for %i_tile = 0 to 64 step 32 {
                affine.for %j_tile = 0 to %n step 32 {
                  affine.for %k_tile = 0 to 40 step 64 {
                    affine.for %i = affine_map<(d0) -> (d0)>(%i_tile) to affine_map<(d0) -> (d0 + 32)>(%i_tile) {
                      affine.for %j = affine_map<(d0) -> (d0)>(%j_tile) to min affine_map<(d0)[s0] -> (d0 + 32, s0)>(%j_tile)[%n] {
                        // Rows by columns.
                        affine.for %k = affine_map<(d0) -> (d0)>(%k_tile) to min affine_map<(d0) -> (d0 + 64, 40)>(%k_tile) step 2 {
                          %x = affine.load %a[%i, %k] : memref<64x40xf32>
                          %y = affine.load %b[%k, %j] : memref<40x?xf32>
                          %p = arith.mulf %x, %y : f32
                          %s = affine.load %c[%i, %j] : memref<64x?xf32>
                          %t = arith.addf %s, %p : f32
                          affine.store %t, %c[%i, %j] : memref<64x?xf32>
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
fn backward_components_forbid() {
    check(
        "func.func @f(%x: memref<8x8xf32>) {
  <|>affine.for %i = 1 to 8 {
    affine.for %j = 0 to 7 {
      %v = affine.load %x[%i - 1, %j + 1] : memref<8x8xf32>
      affine.store %v, %x[%i, %j] : memref<8x8xf32>
    }
  }
  return
}
",
        expect![[r#"
            refused: tiles would run the two ends of a dependence in the opposite order: RAW `affine.store %x` (line 5) → `affine.load %x` (line 4), distance (1, -1)
        "#]],
    );
    // A dependence that always leads to a later tile of the outer loop does not: with tiles of 32 it does not matter.
    check(
        "func.func @f(%x: memref<96x96xf32>) {
  <|>affine.for %i = 32 to 96 {
    affine.for %j = 0 to 95 {
      %v = affine.load %x[%i - 32, %j + 1] : memref<96x96xf32>
      affine.store %v, %x[%i, %j] : memref<96x96xf32>
    }
  }
  return
}
",
        expect![[r#"
            // Tile this nest of 2 loops by 32 × 32
            func.func @f(%x: memref<96x96xf32>) {
              affine.for %i_tile = 32 to 96 step 32 {
                affine.for %j_tile = 0 to 95 step 32 {
                  affine.for %i = affine_map<(d0) -> (d0)>(%i_tile) to affine_map<(d0) -> (d0 + 32)>(%i_tile) {
                    affine.for %j = affine_map<(d0) -> (d0)>(%j_tile) to min affine_map<(d0) -> (d0 + 32, 95)>(%j_tile) {
                      %v = affine.load %x[%i - 32, %j + 1] : memref<96x96xf32>
                      affine.store %v, %x[%i, %j] : memref<96x96xf32>
                    }
                  }
                }
              }
              return
            }
        "#]],
    );
    // The intervals reach 0 from below, and have no end.
    check(
        "func.func @f(%x: memref<?xf32>, %n: index) {
  <|>affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      %v = affine.load %x[%j] : memref<?xf32>
      affine.store %v, %x[%i] : memref<?xf32>
    }
  }
  return
}
",
        expect![[r#"
            refused: tiles would run the two ends of a dependence in the opposite order: WAR `affine.load %x` (line 4) → `affine.store %x` (line 5), distance ([1, *], [*, *])
        "#]],
    );
}

#[test]
fn the_outer_loops_alone() {
    check(
        "func.func @f(%x: memref<4x9x8xf32>) {
  <|>affine.for %t = 0 to 4 {
    affine.for %i = 1 to 9 {
      affine.for %j = 0 to 7 {
        %v = affine.load %x[%t, %i - 1, %j + 1] : memref<4x9x8xf32>
        affine.store %v, %x[%t, %i, %j] : memref<4x9x8xf32>
      }
    }
  }
  return
}
",
        expect![[r#"
            // Tile this nest of 2 loops by 32 × 32
            func.func @f(%x: memref<4x9x8xf32>) {
              affine.for %t_tile = 0 to 4 step 32 {
                affine.for %i_tile = 1 to 9 step 32 {
                  affine.for %t = affine_map<(d0) -> (d0)>(%t_tile) to min affine_map<(d0) -> (d0 + 32, 4)>(%t_tile) {
                    affine.for %i = affine_map<(d0) -> (d0)>(%i_tile) to min affine_map<(d0) -> (d0 + 32, 9)>(%i_tile) {
                      affine.for %j = 0 to 7 {
                        %v = affine.load %x[%t, %i - 1, %j + 1] : memref<4x9x8xf32>
                        affine.store %v, %x[%t, %i, %j] : memref<4x9x8xf32>
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
fn triangles() {
    check(
        "func.func @f(%x: memref<100x100xf32>) {
  <|>affine.for %i = 0 to 100 {
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to 100 {
      %v = affine.load %x[%i, %j] : memref<100x100xf32>
      affine.store %v, %x[%i, %j] : memref<100x100xf32>
    }
  }
  return
}
",
        expect![[r#"
            // Tile this nest of 2 loops by 32 × 32
            func.func @f(%x: memref<100x100xf32>) {
              affine.for %i_tile = 0 to 100 step 32 {
                affine.for %j_tile = affine_map<(d0) -> (d0)>(%i_tile) to 100 step 32 {
                  affine.for %i = affine_map<(d0) -> (d0)>(%i_tile) to min affine_map<(d0) -> (d0 + 32, 100)>(%i_tile) {
                    affine.for %j = max affine_map<(d0, d1) -> (d0, d1)>(%j_tile, %i) to min affine_map<(d0) -> (d0 + 32, 100)>(%j_tile) {
                      %v = affine.load %x[%i, %j] : memref<100x100xf32>
                      affine.store %v, %x[%i, %j] : memref<100x100xf32>
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
fn one_loop_keeps_its_order() {
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
            // Tile this loop by 32
            func.func @f(%x: memref<9xf32>) {
              affine.for %i_tile = 1 to 9 step 32 {
                affine.for %i = affine_map<(d0) -> (d0)>(%i_tile) to min affine_map<(d0) -> (d0 + 32, 9)>(%i_tile) {
                  %v = affine.load %x[%i - 1] : memref<9xf32>
                  affine.store %v, %x[%i] : memref<9xf32>
                }
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
        // Tile this nest of 2 loops by 32 × 32 (reassociates floating-point)
        func.func @f(%x: memref<9x13xf32>, %s: memref<1xf32>) {
          affine.for %i_tile = 0 to 9 step 32 {
            affine.for %j_tile = 0 to 13 step 64 {
              affine.for %i = affine_map<(d0) -> (d0)>(%i_tile) to min affine_map<(d0) -> (d0 + 32, 9)>(%i_tile) {
                affine.for %j = affine_map<(d0) -> (d0)>(%j_tile) to min affine_map<(d0) -> (d0 + 64, 13)>(%j_tile) step 2 {
                  %a = affine.load %s[0] : memref<1xf32>
                  %v = affine.load %x[%i, %j] : memref<9x13xf32>
                  %b = arith.addf %a, %v : f32
                  affine.store %b, %s[0] : memref<1xf32>
                }
              }
            }
          }
          return
        }
    "#]],
    );
    check(
        &exact(TOTAL),
        expect![[r#"
        // Tile this nest of 2 loops by 32 × 32
        func.func @f(%x: memref<9x13xi32>, %s: memref<1xi32>) {
          affine.for %i_tile = 0 to 9 step 32 {
            affine.for %j_tile = 0 to 13 step 64 {
              affine.for %i = affine_map<(d0) -> (d0)>(%i_tile) to min affine_map<(d0) -> (d0 + 32, 9)>(%i_tile) {
                affine.for %j = affine_map<(d0) -> (d0)>(%j_tile) to min affine_map<(d0) -> (d0 + 64, 13)>(%j_tile) step 2 {
                  %a = affine.load %s[0] : memref<1xi32>
                  %v = affine.load %x[%i, %j] : memref<9x13xi32>
                  %b = arith.addi %a, %v : i32
                  affine.store %b, %s[0] : memref<1xi32>
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
fn settings_may_forbid_another_order_of_floats() {
    let settings =
        || base::source_file::Settings { reassociate: false, ..base::source_file::Settings::default() };
    expect![[r#"
        refused: it would fold floating-point numbers in another order, which the setting `vectorize.reassociate` forbids
    "#]].assert_eq(&taken_with(super::KIND, "", TOTAL, settings()));
    let integers = taken_with(super::KIND, "", &exact(TOTAL), settings());
    assert!(integers.starts_with("// "), "{integers}");
}

/// The last two loops carry the sum, which the first two do not.
#[test]
fn a_convolution() {
    check(
        "func.func @f(%x: memref<36x36xf32>, %k: memref<5x5xf32>, %y: memref<32x32xf32>) {
  <|>affine.for %i = 0 to 32 {
    affine.for %j = 0 to 32 {
      affine.for %p = 0 to 5 {
        affine.for %q = 0 to 5 {
          %v = affine.load %x[%i + %p, %j + %q] : memref<36x36xf32>
          %w = affine.load %k[%p, %q] : memref<5x5xf32>
          %m = arith.mulf %v, %w : f32
          %o = affine.load %y[%i, %j] : memref<32x32xf32>
          %s = arith.addf %o, %m : f32
          affine.store %s, %y[%i, %j] : memref<32x32xf32>
        }
      }
    }
  }
  return
}
",
        expect![[r#"
            // Tile this nest of 3 loops by 32 × 32 × 32
            func.func @f(%x: memref<36x36xf32>, %k: memref<5x5xf32>, %y: memref<32x32xf32>) {
              affine.for %i_tile = 0 to 32 step 32 {
                affine.for %j_tile = 0 to 32 step 32 {
                  affine.for %p_tile = 0 to 5 step 32 {
                    affine.for %i = affine_map<(d0) -> (d0)>(%i_tile) to affine_map<(d0) -> (d0 + 32)>(%i_tile) {
                      affine.for %j = affine_map<(d0) -> (d0)>(%j_tile) to affine_map<(d0) -> (d0 + 32)>(%j_tile) {
                        affine.for %p = affine_map<(d0) -> (d0)>(%p_tile) to min affine_map<(d0) -> (d0 + 32, 5)>(%p_tile) {
                          affine.for %q = 0 to 5 {
                            %v = affine.load %x[%i + %p, %j + %q] : memref<36x36xf32>
                            %w = affine.load %k[%p, %q] : memref<5x5xf32>
                            %m = arith.mulf %v, %w : f32
                            %o = affine.load %y[%i, %j] : memref<32x32xf32>
                            %s = arith.addf %o, %m : f32
                            affine.store %s, %y[%i, %j] : memref<32x32xf32>
                          }
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

/// The iterations keep their order, so that any value may be carried.
#[test]
fn one_loop_that_carries_values() {
    check(
        "func.func @f(%x: memref<70xf32>, %z: f32) -> (f32, f32) {
  // Two at once.
  <|>%r:2 = affine.for %i = 0 to 70 iter_args(%a = %z, %b = %z) -> (f32, f32) { // each
    %v = affine.load %x[%i] : memref<70xf32>
    %s = arith.subf %v, %a : f32
    affine.yield %b, %s : f32, f32 // exchanged
  } {tag = 1}
  return %r#0, %r#1 : f32, f32
}
",
        expect![[r#"
            // Tile this loop by 32
            func.func @f(%x: memref<70xf32>, %z: f32) -> (f32, f32) {
              // Two at once.
              %r:2 = affine.for %i_tile = 0 to 70 step 32 iter_args(%a_0 = %z, %b_0 = %z) -> (f32, f32) {
                %r_0:2 = affine.for %i = affine_map<(d0) -> (d0)>(%i_tile) to min affine_map<(d0) -> (d0 + 32, 70)>(%i_tile) iter_args(%a = %a_0, %b = %b_0) -> (f32, f32) { // each
                  %v = affine.load %x[%i] : memref<70xf32>
                  %s = arith.subf %v, %a : f32
                  affine.yield %b, %s : f32, f32 // exchanged
                } {tag = 1}
                affine.yield %r_0#0, %r_0#1 : f32, f32
              }
              return %r#0, %r#1 : f32, f32
            }
        "#]],
    );
    check(
        "func.func @f(%x: memref<64xf32>, %z: f32, %n: index) -> f32 {
  <|>%sum = affine.for %i = 0 to %n iter_args(%a = %z) -> (f32) {
    affine.for %j = 0 to 8 {
      affine.store %a, %x[%j] : memref<64xf32>
    }
    affine.yield %a : f32
  }
  return %sum : f32
}
",
        expect![[r#"
            // Tile this loop by 32
            func.func @f(%x: memref<64xf32>, %z: f32, %n: index) -> f32 {
              %sum = affine.for %i_tile = 0 to %n step 32 iter_args(%a_0 = %z) -> (f32) {
                %sum_0 = affine.for %i = affine_map<(d0) -> (d0)>(%i_tile) to min affine_map<(d0)[s0] -> (d0 + 32, s0)>(%i_tile)[%n] iter_args(%a = %a_0) -> (f32) {
                  affine.for %j = 0 to 8 {
                    affine.store %a, %x[%j] : memref<64xf32>
                  }
                  affine.yield %a : f32
                }
                affine.yield %sum_0 : f32
              }
              return %sum : f32
            }
        "#]],
    );
}

#[test]
fn a_test_that_takes_too_long_is_no_verdict() {
    let refused = |steps| refusals(super::offers, steps, SKEWED).join("\n");
    assert!(
        refused(u64::MAX)
            .starts_with("tiles would run the two ends of a dependence in the opposite order: RAW")
    );
    let too_long = "to find out whether tiles keep the order of a dependence takes too long: RAW";
    assert!(refused(0).starts_with(too_long), "{}", refused(0));
}

/// The loops over `%j` and `%k` stay as they are.
#[test]
fn a_band_ends_before_a_size_of_zero() {
    let text = "func.func @f(%a: memref<64x64x64xf32>, %v: f32) {
  <|>affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 {
      affine.for %k = 0 to 64 {
        affine.store %v, %a[%i, %j, %k] : memref<64x64x64xf32>
      }
    }
  }
  return
}
";
    let tiled = taken_asking(super::KIND, "sizes", "8,0", text);
    expect![[r#"
        // Tile this loop by 8
        func.func @f(%a: memref<64x64x64xf32>, %v: f32) {
          affine.for %i_tile = 0 to 64 step 8 {
            affine.for %i = affine_map<(d0) -> (d0)>(%i_tile) to affine_map<(d0) -> (d0 + 8)>(%i_tile) {
              affine.for %j = 0 to 64 {
                affine.for %k = 0 to 64 {
                  affine.store %v, %a[%i, %j, %k] : memref<64x64x64xf32>
                }
              }
            }
          }
          return
        }
    "#]]
    .assert_eq(&tiled);
}
