// Rows, scaled to mean and variance.
func.func @kernel(%X: memref<509x509xf32>, %g: memref<509xf32>, %o: memref<509xf32>, %Y: memref<509x509xf32>, %count: f32, %eps: f32) {
  %n = arith.constant 509 : index
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to %n {
    %sum = affine.for %j = 0 to %n iter_args(%s = %zero) -> (f32) {
      %x = affine.load %X[%i, %j] : memref<509x509xf32>
      %t = arith.addf %s, %x : f32
      affine.yield %t : f32
    }
    %mean = arith.divf %sum, %count : f32
    %squares = affine.for %j = 0 to %n iter_args(%s = %zero) -> (f32) {
      %x = affine.load %X[%i, %j] : memref<509x509xf32>
      %d = arith.subf %x, %mean : f32
      %q = arith.mulf %d, %d : f32
      %t = arith.addf %s, %q : f32
      affine.yield %t : f32
    }
    %var = arith.divf %squares, %count : f32
    %ve = arith.addf %var, %eps : f32
    %r = math.rsqrt %ve : f32
    affine.for %j = 0 to %n {
      %x = affine.load %X[%i, %j] : memref<509x509xf32>
      %d = arith.subf %x, %mean : f32
      %h = arith.mulf %d, %r : f32
      %w = affine.load %g[%j] : memref<509xf32>
      %b = affine.load %o[%j] : memref<509xf32>
      %hw = arith.mulf %h, %w : f32
      %y = arith.addf %hw, %b : f32
      affine.store %y, %Y[%i, %j] : memref<509x509xf32>
    }
  }
  return
}
