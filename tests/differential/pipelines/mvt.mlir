// A matrix and its transposition, each times a vector
func.func @kernel(%A: memref<1024x1024xf32>, %x: memref<1024xf32>, %y: memref<1024xf32>, %p: memref<1024xf32>, %q: memref<1024xf32>) {
  affine.for %i = 0 to 1024 {
    affine.for %j = 0 to 1024 {
      %a1 = affine.load %A[%i, %j] : memref<1024x1024xf32>
      %p2 = affine.load %p[%j] : memref<1024xf32>
      %v3 = arith.mulf %a1, %p2 : f32
      %x4 = affine.load %x[%i] : memref<1024xf32>
      %v5 = arith.addf %x4, %v3 : f32
      affine.store %v5, %x[%i] : memref<1024xf32>
    }
  }
  affine.for %i2 = 0 to 1024 {
    affine.for %j2 = 0 to 1024 {
      %a6 = affine.load %A[%j2, %i2] : memref<1024x1024xf32>
      %q7 = affine.load %q[%j2] : memref<1024xf32>
      %v8 = arith.mulf %a6, %q7 : f32
      %y9 = affine.load %y[%i2] : memref<1024xf32>
      %v10 = arith.addf %y9, %v8 : f32
      affine.store %v10, %y[%i2] : memref<1024xf32>
    }
  }
  return
}
