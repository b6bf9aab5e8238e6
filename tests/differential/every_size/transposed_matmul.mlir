// A product with a transposed matrix, its sums in registers.
func.func @kernel(%A: memref<509x509xf32>, %B: memref<509x509xf32>, %C: memref<509x509xf32>) {
  %n = arith.constant 509 : index
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      %sum = affine.for %k = 0 to %n iter_args(%s = %zero) -> (f32) {
        %a = affine.load %A[%i, %k] : memref<509x509xf32>
        %b = affine.load %B[%j, %k] : memref<509x509xf32>
        %p = arith.mulf %a, %b : f32
        %t = arith.addf %s, %p : f32
        affine.yield %t : f32
      }
      affine.store %sum, %C[%i, %j] : memref<509x509xf32>
    }
  }
  return
}
