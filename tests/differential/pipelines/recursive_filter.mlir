// A filter that runs over each row there and back
func.func @kernel(%X: memref<1024x1024xf32>, %Y: memref<1024x1024xf32>, %a: f32, %b: f32) {
  %F = memref.alloc() : memref<1024x1024xf32>
  %G = memref.alloc() : memref<1024x1024xf32>
  affine.for %i = 0 to 1024 {
    %x1 = affine.load %X[%i, 0] : memref<1024x1024xf32>
    affine.store %x1, %F[%i, 0] : memref<1024x1024xf32>
    affine.for %j = 1 to 1024 {
      %x2 = affine.load %X[%i, %j] : memref<1024x1024xf32>
      %v3 = arith.mulf %a, %x2 : f32
      %f4 = affine.load %F[%i, %j - 1] : memref<1024x1024xf32>
      %v5 = arith.mulf %b, %f4 : f32
      %v6 = arith.addf %v3, %v5 : f32
      affine.store %v6, %F[%i, %j] : memref<1024x1024xf32>
    }
    %x7 = affine.load %X[%i, 1023] : memref<1024x1024xf32>
    affine.store %x7, %G[%i, 1023] : memref<1024x1024xf32>
    affine.for %k = 1 to 1024 {
      %x8 = affine.load %X[%i, -%k + 1023] : memref<1024x1024xf32>
      %v9 = arith.mulf %a, %x8 : f32
      %g10 = affine.load %G[%i, -%k + 1024] : memref<1024x1024xf32>
      %v11 = arith.mulf %b, %g10 : f32
      %v12 = arith.addf %v9, %v11 : f32
      affine.store %v12, %G[%i, -%k + 1023] : memref<1024x1024xf32>
    }
    affine.for %l = 0 to 1024 {
      %f13 = affine.load %F[%i, %l] : memref<1024x1024xf32>
      %g14 = affine.load %G[%i, %l] : memref<1024x1024xf32>
      %v15 = arith.addf %f13, %g14 : f32
      affine.store %v15, %Y[%i, %l] : memref<1024x1024xf32>
    }
  }
  return
}
