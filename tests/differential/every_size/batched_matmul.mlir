// Products of eight pairs of matrices.
func.func @kernel(%A: memref<8x509x509xf32>, %B: memref<8x509x509xf32>, %C: memref<8x509x509xf32>) {
  %n = arith.constant 509 : index
  %zero = arith.constant 0.0 : f32
  affine.for %b = 0 to 8 {
    affine.for %i = 0 to %n {
      affine.for %j = 0 to %n {
        affine.store %zero, %C[%b, %i, %j] : memref<8x509x509xf32>
        affine.for %k = 0 to %n {
          %x = affine.load %A[%b, %i, %k] : memref<8x509x509xf32>
          %y = affine.load %B[%b, %k, %j] : memref<8x509x509xf32>
          %c = affine.load %C[%b, %i, %j] : memref<8x509x509xf32>
          %p = arith.mulf %x, %y : f32
          %s = arith.addf %c, %p : f32
          affine.store %s, %C[%b, %i, %j] : memref<8x509x509xf32>
        }
      }
    }
  }
  return
}
