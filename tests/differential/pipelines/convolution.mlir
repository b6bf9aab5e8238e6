// Windows of three by three
func.func @kernel(%X: memref<1026x1026xf32>, %W: memref<3x3xf32>, %Y: memref<1024x1024xf32>) {
  affine.for %i = 0 to 1024 {
    affine.for %j = 0 to 1024 {
      affine.for %k = 0 to 3 {
        affine.for %l = 0 to 3 {
          %x1 = affine.load %X[%i + %k, %j + %l] : memref<1026x1026xf32>
          %w2 = affine.load %W[%k, %l] : memref<3x3xf32>
          %v3 = arith.mulf %x1, %w2 : f32
          %y4 = affine.load %Y[%i, %j] : memref<1024x1024xf32>
          %v5 = arith.addf %y4, %v3 : f32
          affine.store %v5, %Y[%i, %j] : memref<1024x1024xf32>
        }
      }
    }
  }
  return
}
