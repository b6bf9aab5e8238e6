func.func private @work(f64, memref<?x8xf32>) -> index
func.func @caller(%x: f32, %m: memref<4x8xf32>) -> index {
  affine.for %i = 0 to 8 {
    %0 = func.call @work(%x, %m) : (f32, memref<4x8xf32>) -> index
  }
  %c = arith.constant 0 : index
  return %c : index
}
