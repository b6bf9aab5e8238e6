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
