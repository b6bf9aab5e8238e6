mod dma;

use crate::loop_tests::{check_action, taken, taken_asking};
use expect_test::{Expect, expect};

fn check(text: &str, expected: Expect) {
    check_action(super::KIND, text, expected);
}

/// As [`check`], for a memref other than the first.
fn check_of(number: usize, text: &str, expected: Expect) {
    expected.assert_eq(&taken(super::KIND, &format!("memref={number}"), text));
}

/// The tile of a matrix product.
const TILES: &str = "func.func @f(%A: memref<60x64xf32>, %B: memref<64x32xf32>, %C: memref<60x32xf32>) {
  affine.for %it = 0 to 60 step 8 {
    affine.for %kt = 0 to 64 step 16 {
      <|>affine.for %i = affine_map<(d0) -> (d0)>(%it) to min affine_map<(d0) -> (d0 + 8, 60)>(%it) {
        affine.for %j = 0 to 32 {
          affine.for %k = affine_map<(d0) -> (d0)>(%kt) to affine_map<(d0) -> (d0 + 16)>(%kt) {
            %a = affine.load %A[%i, %k] : memref<60x64xf32>
            %b = affine.load %B[%k, %j] : memref<64x32xf32>
            %c = affine.load %C[%i, %j] : memref<60x32xf32>
            %p = arith.mulf %a, %b : f32
            %s = arith.addf %c, %p : f32
            affine.store %s, %C[%i, %j] : memref<60x32xf32>
          }
        }
      } // rows
    }
  }
  return
}
";

#[test]
fn tiles() {
    for number in 0..3 {
        let expected = match number {
            0 => expect![[r#"
                // Copy what %i touches of %A: 8 × 16 elements, 512 bytes, in
                func.func @f(%A: memref<60x64xf32>, %B: memref<64x32xf32>, %C: memref<60x32xf32>) {
                  affine.for %it = 0 to 60 step 8 {
                    affine.for %kt = 0 to 64 step 16 {
                      %A_buffer = memref.alloc() : memref<8x16xf32>
                      affine.for %d = 0 to min affine_map<(d0) -> (8, 60 - d0)>(%it) {
                        affine.for %d_0 = 0 to 16 {
                          %element = affine.load %A[%it + %d, %kt + %d_0] : memref<60x64xf32>
                          affine.store %element, %A_buffer[%d, %d_0] : memref<8x16xf32>
                        }
                      }
                      affine.for %i = affine_map<(d0) -> (d0)>(%it) to min affine_map<(d0) -> (d0 + 8, 60)>(%it) {
                        affine.for %j = 0 to 32 {
                          affine.for %k = affine_map<(d0) -> (d0)>(%kt) to affine_map<(d0) -> (d0 + 16)>(%kt) {
                            %a = affine.load %A_buffer[%i - %it, %k - %kt] : memref<8x16xf32>
                            %b = affine.load %B[%k, %j] : memref<64x32xf32>
                            %c = affine.load %C[%i, %j] : memref<60x32xf32>
                            %p = arith.mulf %a, %b : f32
                            %s = arith.addf %c, %p : f32
                            affine.store %s, %C[%i, %j] : memref<60x32xf32>
                          }
                        }
                      } // rows
                      memref.dealloc %A_buffer : memref<8x16xf32>
                    }
                  }
                  return
                }
            "#]],
            1 => expect![[r#"
                // Copy what %i touches of %B: 16 × 32 elements, 2048 bytes, in
                func.func @f(%A: memref<60x64xf32>, %B: memref<64x32xf32>, %C: memref<60x32xf32>) {
                  affine.for %it = 0 to 60 step 8 {
                    affine.for %kt = 0 to 64 step 16 {
                      %B_buffer = memref.alloc() : memref<16x32xf32>
                      affine.for %d = 0 to 16 {
                        affine.for %d_0 = 0 to 32 {
                          %element = affine.load %B[%kt + %d, %d_0] : memref<64x32xf32>
                          affine.store %element, %B_buffer[%d, %d_0] : memref<16x32xf32>
                        }
                      }
                      affine.for %i = affine_map<(d0) -> (d0)>(%it) to min affine_map<(d0) -> (d0 + 8, 60)>(%it) {
                        affine.for %j = 0 to 32 {
                          affine.for %k = affine_map<(d0) -> (d0)>(%kt) to affine_map<(d0) -> (d0 + 16)>(%kt) {
                            %a = affine.load %A[%i, %k] : memref<60x64xf32>
                            %b = affine.load %B_buffer[%k - %kt, %j] : memref<16x32xf32>
                            %c = affine.load %C[%i, %j] : memref<60x32xf32>
                            %p = arith.mulf %a, %b : f32
                            %s = arith.addf %c, %p : f32
                            affine.store %s, %C[%i, %j] : memref<60x32xf32>
                          }
                        }
                      } // rows
                      memref.dealloc %B_buffer : memref<16x32xf32>
                    }
                  }
                  return
                }
            "#]],
            _ => expect![[r#"
                // Copy what %i touches of %C: 8 × 32 elements, 1024 bytes, in and out
                func.func @f(%A: memref<60x64xf32>, %B: memref<64x32xf32>, %C: memref<60x32xf32>) {
                  affine.for %it = 0 to 60 step 8 {
                    affine.for %kt = 0 to 64 step 16 {
                      %C_buffer = memref.alloc() : memref<8x32xf32>
                      affine.for %d = 0 to min affine_map<(d0) -> (8, 60 - d0)>(%it) {
                        affine.for %d_0 = 0 to 32 {
                          %element = affine.load %C[%it + %d, %d_0] : memref<60x32xf32>
                          affine.store %element, %C_buffer[%d, %d_0] : memref<8x32xf32>
                        }
                      }
                      affine.for %i = affine_map<(d0) -> (d0)>(%it) to min affine_map<(d0) -> (d0 + 8, 60)>(%it) {
                        affine.for %j = 0 to 32 {
                          affine.for %k = affine_map<(d0) -> (d0)>(%kt) to affine_map<(d0) -> (d0 + 16)>(%kt) {
                            %a = affine.load %A[%i, %k] : memref<60x64xf32>
                            %b = affine.load %B[%k, %j] : memref<64x32xf32>
                            %c = affine.load %C_buffer[%i - %it, %j] : memref<8x32xf32>
                            %p = arith.mulf %a, %b : f32
                            %s = arith.addf %c, %p : f32
                            affine.store %s, %C_buffer[%i - %it, %j] : memref<8x32xf32>
                          }
                        }
                      } // rows
                      affine.for %d_1 = 0 to min affine_map<(d0) -> (8, 60 - d0)>(%it) {
                        affine.for %d_2 = 0 to 32 {
                          %element_0 = affine.load %C_buffer[%d_1, %d_2] : memref<8x32xf32>
                          affine.store %element_0, %C[%it + %d_1, %d_2] : memref<60x32xf32>
                        }
                      }
                      memref.dealloc %C_buffer : memref<8x32xf32>
                    }
                  }
                  return
                }
            "#]],
        };
        check_of(number, TILES, expected);
    }
}

/// Of an access that is wrong in itself.
#[test]
fn subscripts_of_the_wrong_number() {
    check(
        "func.func @f(%A: memref<f32>, %x: f32) {
  <|>affine.for %i = 0 to 8 {
    affine.store %x, %A[%i] : memref<f32>
  }
  return
}
",
        expect![[r#"
            refused: `affine.store %A` (line 3) cannot be turned to a buffer
        "#]],
    );
}

#[test]
fn a_window_of_neighbours() {
    check(
        "func.func @f(%A: memref<16x32xf32>, %B: memref<16x32xf32>) {
  affine.for %i = 1 to 15 {
    <|>affine.for %j = 1 to 31 {
      %l = affine.load %A[%i - 1, %j - 1] : memref<16x32xf32>
      %r = affine.load %A[%i + 1, %j + 1] : memref<16x32xf32>
      %s = arith.addf %l, %r : f32
      affine.store %s, %B[%i, %j] : memref<16x32xf32>
    }
  }
  return
}
",
        expect![[r#"
            // Copy what %j touches of %A: 3 × 32 elements, 384 bytes, in
            func.func @f(%A: memref<16x32xf32>, %B: memref<16x32xf32>) {
              affine.for %i = 1 to 15 {
                %A_buffer = memref.alloc() : memref<3x32xf32>
                affine.for %d = 0 to 3 {
                  affine.for %d_0 = 0 to 32 {
                    %element = affine.load %A[%i + %d - 1, %d_0] : memref<16x32xf32>
                    affine.store %element, %A_buffer[%d, %d_0] : memref<3x32xf32>
                  }
                }
                affine.for %j = 1 to 31 {
                  %l = affine.load %A_buffer[0, %j - 1] : memref<3x32xf32>
                  %r = affine.load %A_buffer[2, %j + 1] : memref<3x32xf32>
                  %s = arith.addf %l, %r : f32
                  affine.store %s, %B[%i, %j] : memref<16x32xf32>
                }
                memref.dealloc %A_buffer : memref<3x32xf32>
              }
              return
            }
        "#]],
    );
}

#[test]
fn what_is_written_first_is_not_copied_in() {
    check(
        "func.func @f(%A: memref<16x8xf32>, %x: f32) {
  affine.for %i = 0 to 16 {
    <|>affine.for %j = 0 to 8 {
      affine.store %x, %A[%i, %j] : memref<16x8xf32>
      %v = affine.load %A[%i, %j] : memref<16x8xf32>
      affine.store %v, %A[%i, -%j + 7] : memref<16x8xf32>
    }
  }
  return
}
",
        expect![[r#"
            // Copy what %j touches of %A: 1 × 8 elements, 32 bytes, out
            func.func @f(%A: memref<16x8xf32>, %x: f32) {
              affine.for %i = 0 to 16 {
                %A_buffer = memref.alloc() : memref<1x8xf32>
                affine.for %j = 0 to 8 {
                  affine.store %x, %A_buffer[0, %j] : memref<1x8xf32>
                  %v = affine.load %A_buffer[0, %j] : memref<1x8xf32>
                  affine.store %v, %A_buffer[0, 7 - %j] : memref<1x8xf32>
                }
                affine.for %d = 0 to 8 {
                  %element = affine.load %A_buffer[0, %d] : memref<1x8xf32>
                  affine.store %element, %A[%i, %d] : memref<16x8xf32>
                }
                memref.dealloc %A_buffer : memref<1x8xf32>
              }
              return
            }
        "#]],
    );
    // Every other element keeps its value.
    check(
        "func.func @f(%A: memref<16x8xf32>, %x: f32) {
  affine.for %i = 0 to 16 {
    <|>affine.for %j = 0 to 8 step 2 {
      affine.store %x, %A[%i, %j] : memref<16x8xf32>
    }
  }
  return
}
",
        expect![[r#"
            // Copy what %j touches of %A: 1 × 7 elements, 28 bytes, in and out
            func.func @f(%A: memref<16x8xf32>, %x: f32) {
              affine.for %i = 0 to 16 {
                %A_buffer = memref.alloc() : memref<1x7xf32>
                affine.for %d = 0 to 7 {
                  %element = affine.load %A[%i, %d] : memref<16x8xf32>
                  affine.store %element, %A_buffer[0, %d] : memref<1x7xf32>
                }
                affine.for %j = 0 to 8 step 2 {
                  affine.store %x, %A_buffer[0, %j] : memref<1x7xf32>
                }
                affine.for %d_0 = 0 to 7 {
                  %element_0 = affine.load %A_buffer[0, %d_0] : memref<1x7xf32>
                  affine.store %element_0, %A[%i, %d_0] : memref<16x8xf32>
                }
                memref.dealloc %A_buffer : memref<1x7xf32>
              }
              return
            }
        "#]],
    );
}

#[test]
fn memrefs_of_any_size() {
    check(
        "func.func @f(%A: memref<?x4xf32>, %n: index, %x: f32) {
  affine.for %t = 0 to %n step 32 {
    <|>affine.for %i = affine_map<(d0) -> (d0)>(%t) to min affine_map<(d0)[s0] -> (d0 + 32, s0)>(%t)[%n] {
      affine.for %j = 0 to 4 {
        affine.store %x, %A[%i, %j] : memref<?x4xf32>
      }
    }
  }
  return
}
",
        expect![[r#"
            // Copy what %i touches of %A: 32 × 4 elements, 512 bytes, out
            func.func @f(%A: memref<?x4xf32>, %n: index, %x: f32) {
              affine.for %t = 0 to %n step 32 {
                %A_buffer = memref.alloc() : memref<32x4xf32>
                affine.for %i = affine_map<(d0) -> (d0)>(%t) to min affine_map<(d0)[s0] -> (d0 + 32, s0)>(%t)[%n] {
                  affine.for %j = 0 to 4 {
                    affine.store %x, %A_buffer[%i - %t, %j] : memref<32x4xf32>
                  }
                }
                affine.for %d = 0 to min affine_map<(d0)[s0] -> (32, s0 - d0)>(%t)[%n] {
                  affine.for %d_0 = 0 to 4 {
                    %element = affine.load %A_buffer[%d, %d_0] : memref<32x4xf32>
                    affine.store %element, %A[%t + %d, %d_0] : memref<?x4xf32>
                  }
                }
                memref.dealloc %A_buffer : memref<32x4xf32>
              }
              return
            }
        "#]],
    );
    check(
        "func.func @f(%A: memref<?x4xf32>, %n: index, %x: f32) {
  <|>affine.for %i = 0 to %n {
    affine.store %x, %A[%i, 0] : memref<?x4xf32>
  }
  return
}
",
        expect![[r#"
            refused: what %i touches of `%A` has no constant size in dimension 0
        "#]],
    );
}

#[test]
fn memory_spaces_and_vectors() {
    let text = "func.func @f(%A: memref<8x64xf32>, %B: memref<8x64xf32>) {
  affine.for %i = 0 to 8 {
    <|>affine.for %j = 0 to 64 step 8 {
      %v = affine.vector_load %A[%i, %j] : memref<8x64xf32>, vector<8xf32>
      affine.vector_store %v, %B[%i, %j] : memref<8x64xf32>, vector<8xf32>
    }
  }
  return
}
";
    expect![[r#"
        // Copy what %j touches of %A: 1 × 64 elements, 256 bytes, in
        func.func @f(%A: memref<8x64xf32>, %B: memref<8x64xf32>) {
          affine.for %i = 0 to 8 {
            %A_buffer = memref.alloc() : memref<1x64xf32, 2>
            affine.for %d = 0 to 64 {
              %element = affine.load %A[%i, %d] : memref<8x64xf32>
              affine.store %element, %A_buffer[0, %d] : memref<1x64xf32, 2>
            }
            affine.for %j = 0 to 64 step 8 {
              %v = affine.vector_load %A_buffer[0, %j] : memref<1x64xf32, 2>, vector<8xf32>
              affine.vector_store %v, %B[%i, %j] : memref<8x64xf32>, vector<8xf32>
            }
            memref.dealloc %A_buffer : memref<1x64xf32, 2>
          }
          return
        }
    "#]]
    .assert_eq(&taken_asking(super::KIND, "space", "2", text));
    check_of(
        1,
        text,
        expect![[r#"
        // Copy what %j touches of %B: 1 × 64 elements, 256 bytes, out
        func.func @f(%A: memref<8x64xf32>, %B: memref<8x64xf32>) {
          affine.for %i = 0 to 8 {
            %B_buffer = memref.alloc() : memref<1x64xf32>
            affine.for %j = 0 to 64 step 8 {
              %v = affine.vector_load %A[%i, %j] : memref<8x64xf32>, vector<8xf32>
              affine.vector_store %v, %B_buffer[0, %j] : memref<1x64xf32>, vector<8xf32>
            }
            affine.for %d = 0 to 64 {
              %element = affine.load %B_buffer[0, %d] : memref<1x64xf32>
              affine.store %element, %B[%i, %d] : memref<8x64xf32>
            }
            memref.dealloc %B_buffer : memref<1x64xf32>
          }
          return
        }
    "#]],
    );
}

#[test]
fn what_may_be_the_same_memory_or_is_not_known() {
    check(
        "func.func @f(%A: memref<8xf32>, %B: memref<8xf32>) {
  %V = memref.cast %A : memref<8xf32> to memref<?xf32>
  <|>affine.for %i = 0 to 8 {
    %v = affine.load %A[%i] : memref<8xf32>
    affine.store %v, %V[-%i + 7] : memref<?xf32>
  }
  return
}
",
        expect![[r#"
            refused: `affine.store %V` (line 5) may touch the same memory as `%A`
        "#]],
    );
    check(
        "func.func private @g()
func.func @f(%A: memref<8xf32>) {
  <|>affine.for %i = 0 to 8 {
    %v = affine.load %A[%i] : memref<8xf32>
    func.call @g() : () -> ()
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
fn boxes_of_iterations_that_run_at_once() {
    let text = |step: usize| {
        format!(
            "func.func @f(%A: memref<16xf32>, %x: f32) {{
  affine.parallel (%p) = (0) to (2) {{
    <|>affine.for %i = 0 to 16 step {step} {{
      affine.store %x, %A[%i + %p] : memref<16xf32>
    }}
  }}
  return
}}
"
        )
    };
    check(
        &text(2),
        expect![[r#"
        // Copy what %i touches of %A: 15 elements, 60 bytes, in and out
        func.func @f(%A: memref<16xf32>, %x: f32) {
          affine.for %p = 0 to 2 {
            %A_buffer = memref.alloc() : memref<15xf32>
            affine.parallel (%d) = (0) to (15) {
              %element = affine.load %A[%p + %d] : memref<16xf32>
              affine.store %element, %A_buffer[%d] : memref<15xf32>
            }
            affine.for %i = 0 to 16 step 2 {
              affine.store %x, %A_buffer[%i] : memref<15xf32>
            }
            affine.parallel (%d_0) = (0) to (15) {
              %element_0 = affine.load %A_buffer[%d_0] : memref<15xf32>
              affine.store %element_0, %A[%p + %d_0] : memref<16xf32>
            }
            memref.dealloc %A_buffer : memref<15xf32>
          }
          return
        }
    "#]],
    );
    check(
        &text(2).replace("16 step 2", "8").replace("%i + %p", "%i + %p * 8"),
        expect![[r#"
        // Copy what %i touches of %A: 8 elements, 32 bytes, out
        func.func @f(%A: memref<16xf32>, %x: f32) {
          affine.parallel (%p) = (0) to (2) {
            %A_buffer = memref.alloc() : memref<8xf32>
            affine.for %i = 0 to 8 {
              affine.store %x, %A_buffer[%i] : memref<8xf32>
            }
            affine.for %d = 0 to 8 {
              %element = affine.load %A_buffer[%d] : memref<8xf32>
              affine.store %element, %A[%p * 8 + %d] : memref<16xf32>
            }
            memref.dealloc %A_buffer : memref<8xf32>
          }
          return
        }
    "#]],
    );
}
