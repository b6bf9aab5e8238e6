// s = transposed A times r, q = A p
func.func @kernel(%A: memref<1024x1024xf32>, %s: memref<1024xf32>, %q: memref<1024xf32>, %p: memref<1024xf32>, %r: memref<1024xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i0 = 0 to 1024 {
    affine.store %zero, %s[%i0] : memref<1024xf32>
  }
  affine.for %i = 0 to 1024 {
    affine.store %zero, %q[%i] : memref<1024xf32>
    affine.for %j = 0 to 1024 {
      %r1 = affine.load %r[%i] : memref<1024xf32>
      %a2 = affine.load %A[%i, %j] : memref<1024x1024xf32>
      %v3 = arith.mulf %r1, %a2 : f32
      %s4 = affine.load %s[%j] : memref<1024xf32>
      %v5 = arith.addf %s4, %v3 : f32
      affine.store %v5, %s[%j] : memref<1024xf32>
      %a6 = affine.load %A[%i, %j] : memref<1024x1024xf32>
      %p7 = affine.load %p[%j] : memref<1024xf32>
      %v8 = arith.mulf %a6, %p7 : f32
      %q9 = affine.load %q[%i] : memref<1024xf32>
      %v10 = arith.addf %q9, %v8 : f32
      affine.store %v10, %q[%i] : memref<1024xf32>
    }
  }
  return
}
