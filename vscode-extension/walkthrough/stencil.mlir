// Each row is smoothed with the rows above it: what an iteration writes is read one and two rows further down.
func.func @smooth(%A: memref<12x12xf32>) {
  %half = arith.constant 0.5 : f32
  affine.for %i = 2 to 12 {
    affine.for %j = 1 to 11 {
      %above = affine.load %A[%i - 1, %j + 1] : memref<12x12xf32>
      %higher = affine.load %A[%i - 2, %j] : memref<12x12xf32>
      %sum = arith.addf %above, %higher : f32
      %mean = arith.mulf %sum, %half : f32
      affine.store %mean, %A[%i, %j] : memref<12x12xf32>
    }
  }
  return
}
