//! Where a slice begins and ends.

use super::check_taken;
use expect_test::expect;

#[test]
fn iterations_that_write_one_element() {
    check_taken(
        "func.func @f(%x: memref<20xf32>, %t: memref<10xf32>, %y: memref<10xf32>) {
  affine.for %i = 0 to 20 {
    %v = affine.load %x[%i] : memref<20xf32>
    affine.store %v, %t[%i floordiv 2] : memref<10xf32>
  }
  affine.for %k = 0 to 10 {
    %v = affine.load %t[%k] : memref<10xf32>
    affine.store %v, %y[%k] : memref<10xf32>
  }
  return
}
",
        ":depth=1",
        expect![[r#"
            func.func @f(%x: memref<20xf32>, %t: memref<10xf32>, %y: memref<10xf32>) {
              affine.for %k = 0 to 10 {
                affine.for %i = affine_map<(d0) -> (d0 * 2)>(%k) to affine_map<(d0) -> (d0 * 2 + 2)>(%k) {
                  %v = affine.load %x[%i] : memref<20xf32>
                  affine.store %v, %t[%i floordiv 2] : memref<10xf32>
                }
                %v = affine.load %t[%k] : memref<10xf32>
                affine.store %v, %y[%k] : memref<10xf32>
              }
              return
            }
        "#]],
    );
}

#[test]
fn a_loop_that_runs_once_for_each_iteration_around_it() {
    check_taken(
        "func.func @f(%x: memref<12xf32>, %y: memref<12xf32>) {
  %t = memref.alloc() : memref<12xf32>
  affine.for %i = 0 to 12 {
    affine.for %k = affine_map<(d0) -> (d0)>(%i) to affine_map<(d0) -> (d0 + 1)>(%i) {
      %v = affine.load %x[%k] : memref<12xf32>
      affine.store %v, %t[%k] : memref<12xf32>
    }
  }
  affine.for %i = 0 to 12 {
    %v = affine.load %t[%i] : memref<12xf32>
    affine.store %v, %y[%i] : memref<12xf32>
  }
  return
}
",
        ":depth=1",
        expect![[r#"
            func.func @f(%x: memref<12xf32>, %y: memref<12xf32>) {
              %t = memref.alloc() : memref<12xf32>
              affine.for %i = 0 to 12 {
                affine.for %k = affine_map<(d0) -> (d0)>(%i) to affine_map<(d0) -> (d0 + 1)>(%i) {
                  %v = affine.load %x[%k] : memref<12xf32>
                  affine.store %v, %t[%k] : memref<12xf32>
                }
                %v = affine.load %t[%i] : memref<12xf32>
                affine.store %v, %y[%i] : memref<12xf32>
              }
              return
            }
        "#]],
    );
}

#[test]
fn a_slice_of_slices() {
    check_taken(
        "func.func @f(%x: memref<64xf32>, %t: memref<64xf32>, %y: memref<64xf32>) {
  affine.for %i = 0 to 16 {
    affine.for %j = affine_map<(d0) -> (d0 * 4)>(%i) to affine_map<(d0) -> (d0 * 4 + 4)>(%i) {
      affine.for %k = affine_map<(d0) -> (d0)>(%j) to affine_map<(d0) -> (d0 + 1)>(%j) {
        %v = affine.load %x[%k] : memref<64xf32>
        affine.store %v, %t[%k] : memref<64xf32>
      }
    }
  }
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 4 {
      %v = affine.load %t[%i * 4 + %j] : memref<64xf32>
      affine.store %v, %y[%i * 4 + %j] : memref<64xf32>
    }
  }
  return
}
",
        ":depth=1",
        expect![[r#"
            func.func @f(%x: memref<64xf32>, %t: memref<64xf32>, %y: memref<64xf32>) {
              affine.for %i = 0 to 16 {
                affine.for %j = affine_map<(d0) -> (d0 * 4)>(%i) to affine_map<(d0) -> (d0 * 4 + 4)>(%i) {
                  affine.for %k = affine_map<(d0) -> (d0)>(%j) to affine_map<(d0) -> (d0 + 1)>(%j) {
                    %v = affine.load %x[%k] : memref<64xf32>
                    affine.store %v, %t[%k] : memref<64xf32>
                  }
                }
                affine.for %j = 0 to 4 {
                  %v = affine.load %t[%i * 4 + %j] : memref<64xf32>
                  affine.store %v, %y[%i * 4 + %j] : memref<64xf32>
                }
              }
              return
            }
        "#]],
    );
}
