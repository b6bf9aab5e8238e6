// A lower triangular system, solved by substitution.
func.func @kernel(%L: memref<509x509xf32>, %x: memref<509xf32>, %b: memref<509xf32>) {
  %n = arith.constant 509 : index
  affine.for %i = 0 to %n {
    %r = affine.load %b[%i] : memref<509xf32>
    affine.store %r, %x[%i] : memref<509xf32>
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      %l = affine.load %L[%i, %j] : memref<509x509xf32>
      %v = affine.load %x[%j] : memref<509xf32>
      %o = affine.load %x[%i] : memref<509xf32>
      %p = arith.mulf %l, %v : f32
      %d = arith.subf %o, %p : f32
      affine.store %d, %x[%i] : memref<509xf32>
    }
    %o = affine.load %x[%i] : memref<509xf32>
    %d = affine.load %L[%i, %i] : memref<509x509xf32>
    %q = arith.divf %o, %d : f32
    affine.store %q, %x[%i] : memref<509xf32>
  }
  return
}
