// All sums of the first numbers.
func.func @kernel(%x: memref<509xf32>, %y: memref<509xf32>) {
  %n = arith.constant 509 : index
  %zero = arith.constant 0.0 : f32
  %all = affine.for %i = 0 to %n iter_args(%s = %zero) -> (f32) {
    %v = affine.load %x[%i] : memref<509xf32>
    %t = arith.addf %s, %v : f32
    affine.store %t, %y[%i] : memref<509xf32>
    affine.yield %t : f32
  }
  return
}

func.func @blocks(%x: memref<509xf32>, %y: memref<509xf32>) {
  %n = arith.constant 509 : index
  %zero = arith.constant 0.0 : f32
  %all = affine.for %t = 0 to %n step 32 iter_args(%s = %zero) -> (f32) {
    %sum = affine.for %i = affine_map<(d0) -> (d0)>(%t) to min affine_map<(d0)[s0] -> (d0 + 32, s0)>(%t)[%n] iter_args(%p = %zero) -> (f32) {
      %v = affine.load %x[%i] : memref<509xf32>
      %q = arith.addf %p, %v : f32
      %w = arith.addf %s, %q : f32
      affine.store %w, %y[%i] : memref<509xf32>
      affine.yield %q : f32
    }
    %r = arith.addf %s, %sum : f32
    affine.yield %r : f32
  }
  return
}
