func.func @used(%m: memref<8x8xf32>, %x: f32) -> index {
  %c0 = arith.constant 0 : index
  %view = memref.subview %m[2, 0] [4, 8] [1, 1] : memref<8x8xf32> to memref<4x8xf32>
  affine.for %i = 0 to 4 {
    %y = affine.load %view[%i, 0] : memref<4x8xf32>
    memref.store %y, %view[%i, %c0] : memref<4x8xf32>
  }
  %size = memref.dim %view, %c0 : memref<4x8xf32>
  return %size : index
}
// -----
func.func @other_source(%m: memref<?x?xf32>, %n: index) {
  %view = memref.subview %m[%n, 0] [4, %n] [2, 1] : memref<?x?xf32> to memref<4x?xf32>
  return
}
