// A convolution by a window of three by three.
func.func @kernel(%X: memref<509x509xf32>, %W: memref<3x3xf32>, %Y: memref<509x509xf32>) {
  %n = arith.constant 509 : index
  affine.for %i = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n] {
    affine.for %j = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n] {
      affine.for %p = 0 to 3 {
        affine.for %q = 0 to 3 {
          %x = affine.load %X[%i + %p - 1, %j + %q - 1] : memref<509x509xf32>
          %w = affine.load %W[%p, %q] : memref<3x3xf32>
          %y = affine.load %Y[%i, %j] : memref<509x509xf32>
          %m = arith.mulf %x, %w : f32
          %s = arith.addf %y, %m : f32
          affine.store %s, %Y[%i, %j] : memref<509x509xf32>
        }
      }
    }
  }
  return
}
