//! Slices with buffers of their own.

use super::{check_taken, check_titles};
use expect_test::expect;

const WINDOW: &str = r#"
func.func @f(%x: memref<20xf32>, %y: memref<20xf32>) {
  %t = memref.alloc() : memref<20xf32>
  // Doubles.
  affine.for %i = 0 to 20 {
    %v = affine.load %x[%i] : memref<20xf32>
    %w = arith.addf %v, %v : f32 // twice
    affine.store %w, %t[%i] : memref<20xf32> // kept
  }
  affine.for %i = 1 to 20 {
    %v = affine.load %t[%i - 1] : memref<20xf32>
    %u = affine.load %t[%i] : memref<20xf32>
    %w = arith.subf %u, %v : f32
    affine.store %w, %y[%i] : memref<20xf32>
  }
  memref.dealloc %t : memref<20xf32>
  return
}
"#;

#[test]
fn a_window_is_what_the_buffer_holds() {
    check_titles(
        WINDOW,
        expect![[r#"
        Fuse the producer of %t (line 5) into this nest at depth 1: recomputes 39.71 %, touches 25.32 % less memory
        Fuse the producer of %t (line 5) into this nest at depth 1 with 2 elements of %t: recomputes 39.71 %, touches 25.32 % less memory
        Fuse with the nest at line 5 at depth 1, the ends peeled: recomputes nothing
    "#]],
    );
    check_taken(
        WINDOW,
        ":form=buffer:depth=1",
        expect![[r#"

        func.func @f(%x: memref<20xf32>, %y: memref<20xf32>) {
          %t = memref.alloc() : memref<2xf32>
          affine.for %i = 1 to 20 {
            // Doubles.
            affine.for %i_0 = affine_map<(d0) -> (d0 - 1)>(%i) to affine_map<(d0) -> (d0 + 1)>(%i) {
              %v = affine.load %x[%i_0] : memref<20xf32>
              %w = arith.addf %v, %v : f32 // twice
              affine.store %w, %t[%i_0 - %i + 1] : memref<2xf32> // kept
            }
            %v = affine.load %t[0] : memref<2xf32>
            %u = affine.load %t[1] : memref<2xf32>
            %w = arith.subf %u, %v : f32
            affine.store %w, %y[%i] : memref<20xf32>
          }
          memref.dealloc %t : memref<2xf32>
          return
        }
    "#]],
    );
}

#[test]
fn a_value_needs_no_buffer() {
    let text = WINDOW.replace("%u = affine.load %t[%i]", "%u = affine.load %t[%i - 1]");
    check_taken(
        &text,
        ":form=buffer:depth=1",
        expect![[r#"

            func.func @f(%x: memref<20xf32>, %y: memref<20xf32>) {
              affine.for %i = 1 to 20 {
                // Doubles.
                %v = affine.load %x[%i - 1] : memref<20xf32>
                %w_0 = arith.addf %v, %v : f32 // twice
                // kept
                %w = arith.subf %w_0, %w_0 : f32
                affine.store %w, %y[%i] : memref<20xf32>
              }
              return
            }
        "#]],
    );
}

#[test]
fn sizes_that_are_values_go_with_the_old_type() {
    check_taken(
        r#"
func.func @f(%x: memref<?x8xf32>, %y: memref<?xf32>, %n: index) {
  %t = memref.alloc(%n) : memref<?x8xf32>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to 8 {
      %v = affine.load %x[%i, %j] : memref<?x8xf32>
      affine.store %v, %t[%i, %j] : memref<?x8xf32>
    }
  }
  affine.for %k = 0 to %n {
    affine.for %l = 0 to 4 {
      %v = affine.load %t[%k, 2 * %l] : memref<?x8xf32>
      affine.store %v, %y[%k] : memref<?xf32>
    }
  }
  return
}
"#,
        ":form=buffer:depth=1",
        expect![[r#"

            func.func @f(%x: memref<?x8xf32>, %y: memref<?xf32>, %n: index) {
              %t = memref.alloc() : memref<1x7xf32>
              affine.for %k = 0 to %n {
                affine.for %j = 0 to 7 {
                  %v = affine.load %x[%k, %j] : memref<?x8xf32>
                  affine.store %v, %t[0, %j] : memref<1x7xf32>
                }
                affine.for %l = 0 to 4 {
                  %v = affine.load %t[0, %l * 2] : memref<1x7xf32>
                  affine.store %v, %y[%k] : memref<?xf32>
                }
              }
              return
            }
        "#]],
    );
}

#[test]
fn a_producer_that_others_need_stays() {
    let text = r#"
func.func @f(%x: memref<20xf32>, %t: memref<20xf32>, %y: memref<20xf32>, %z: memref<20xf32>) {
  affine.for %i = 0 to 20 {
    %v = affine.load %x[%i] : memref<20xf32>
    affine.store %v, %t[%i] : memref<20xf32>
  }
  affine.for %i = 0 to 20 {
    %v = affine.load %t[19 - %i] : memref<20xf32>
    affine.store %v, %y[%i] : memref<20xf32>
  }
  affine.for %i = 2 to 20 {
    %v = affine.load %t[%i] : memref<20xf32>
    %u = affine.load %t[%i - 2] : memref<20xf32>
    %w = arith.subf %u, %v : f32
    affine.store %w, %z[%i] : memref<20xf32>
  }
  return
}
"#;
    check_taken(
        text,
        ":form=copy:depth=1",
        expect![[r#"

        func.func @f(%x: memref<20xf32>, %t: memref<20xf32>, %y: memref<20xf32>, %z: memref<20xf32>) {
          affine.for %i = 0 to 20 {
            %v = affine.load %x[%i] : memref<20xf32>
            affine.store %v, %t[%i] : memref<20xf32>
          }
          affine.for %i = 0 to 20 {
            %v = affine.load %t[19 - %i] : memref<20xf32>
            affine.store %v, %y[%i] : memref<20xf32>
          }
          %t_0 = memref.alloc() : memref<3xf32>
          affine.for %i = 2 to 20 {
            affine.for %i_0 = affine_map<(d0) -> (d0 - 2)>(%i) to affine_map<(d0) -> (d0 + 1)>(%i) {
              %v = affine.load %x[%i_0] : memref<20xf32>
              affine.store %v, %t_0[%i_0 - %i + 2] : memref<3xf32>
            }
            %v = affine.load %t_0[2] : memref<3xf32>
            %u = affine.load %t_0[0] : memref<3xf32>
            %w = arith.subf %u, %v : f32
            affine.store %w, %z[%i] : memref<20xf32>
          }
          memref.dealloc %t_0 : memref<3xf32>
          return
        }
    "#]],
    );
}

#[test]
fn what_the_slice_does_not_write_is_not_in_its_buffer() {
    // The last element that is read comes from before.
    let text = WINDOW.replace("affine.for %i = 0 to 20", "affine.for %i = 0 to 19");
    check_titles(
        &text,
        expect![[r#"
        Fuse the producer of %t (line 5) into this nest at depth 1: recomputes 42.86 %, touches 24.68 % less memory
        Fuse the producer of %t (line 5) into this nest at depth 1 with a buffer of its own
          refused: `affine.load %t` (line 12) reads elements that the producer does not write
        Fuse with the nest at line 5 at depth 1, iteration by iteration
          refused: at depth 1, an element would be read before it is written: RAW `affine.store %t` (line 8) → `affine.load %t` (line 12), for example from (%i = 1) to (%i = 1)
        Fuse with the nest at line 5 at depth 1, the ends peeled: recomputes nothing
    "#]],
    );
}

#[test]
fn a_view_of_the_buffer_is_turned_with_it() {
    let text = WINDOW
        .replace("  // Doubles.", "  %s = memref.subview %t[4] [16] [1] : memref<20xf32> to memref<16xf32, strided<[1], offset: 4>>\n  // Doubles.")
        .replace("affine.for %i = 1 to 20", "affine.for %i = 1 to 16")
        .replace("%t[%i - 1] : memref<20xf32>", "%s[%i - 1] : memref<16xf32, strided<[1], offset: 4>>")
        .replace("%t[%i] : memref<20xf32>\n    %w = arith.subf", "%s[%i] : memref<16xf32, strided<[1], offset: 4>>\n    %w = arith.subf");
    check_taken(
        &text,
        ":form=buffer:depth=1",
        expect![[r#"

        func.func @f(%x: memref<20xf32>, %y: memref<20xf32>) {
          %t = memref.alloc() : memref<20xf32>
          %s = memref.subview %t[4] [16] [1] : memref<20xf32> to memref<16xf32, strided<[1], offset: 4>>
          %t_0 = memref.alloc() : memref<2xf32>
          affine.for %i = 1 to 16 {
            // Doubles.
            affine.for %i_0 = affine_map<(d0) -> (d0 + 3)>(%i) to affine_map<(d0) -> (d0 + 5)>(%i) {
              %v = affine.load %x[%i_0] : memref<20xf32>
              %w = arith.addf %v, %v : f32 // twice
              affine.store %w, %t_0[%i_0 - %i - 3] : memref<2xf32> // kept
            }
            %v = affine.load %t_0[0] : memref<2xf32>
            %u = affine.load %t_0[1] : memref<2xf32>
            %w = arith.subf %u, %v : f32
            affine.store %w, %y[%i] : memref<20xf32>
          }
          memref.dealloc %t_0 : memref<2xf32>
          memref.dealloc %t : memref<20xf32>
          return
        }
    "#]],
    );
}

/// A fusion that cannot be written for a smaller buffer is not offered.
#[test]
fn a_copy_that_cannot_be_written() {
    let text = "func.func @f(%x: i32, %a: memref<4xi32>, %n: index, %s: index) {
  %t = memref.alloc() : memref<10xi32>
  affine.for %i = 0 to 10 {
    affine.store %x, %t[%i] : memref<10xi32>
  }
  affine.for %i = 5 to 7 {
    affine.for %k = 2 to %n {
      %v = affine.load %t[%k * symbol(%s) - %i + 8] : memref<10xi32>
      affine.store %v, %a[%k] : memref<4xi32>
    }
  }
  %l = affine.load %t[3] : memref<10xi32>
  affine.store %l, %a[0] : memref<4xi32>
  return
}
";
    for offer in super::fusions(text).iter().filter(|it| it.disabled.is_none()) {
        super::taken(text, &offer.request);
    }
}
