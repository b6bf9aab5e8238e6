// The lower triangle of a product with its own transposition.
func.func @kernel(%A: memref<509x509xf32>, %C: memref<509x509xf32>, %alpha: f32, %beta: f32) {
  %n = arith.constant 509 : index
  affine.for %i = 0 to %n {
    affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
      %c = affine.load %C[%i, %j] : memref<509x509xf32>
      %s = arith.mulf %c, %beta : f32
      affine.store %s, %C[%i, %j] : memref<509x509xf32>
    }
    affine.for %k = 0 to %n {
      affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
        %a = affine.load %A[%i, %k] : memref<509x509xf32>
        %b = affine.load %A[%j, %k] : memref<509x509xf32>
        %c = affine.load %C[%i, %j] : memref<509x509xf32>
        %ab = arith.mulf %a, %b : f32
        %p = arith.mulf %alpha, %ab : f32
        %s = arith.addf %c, %p : f32
        affine.store %s, %C[%i, %j] : memref<509x509xf32>
      }
    }
  }
  return
}
