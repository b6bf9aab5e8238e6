func.func @typing(%A: memref<10xf32>, %n: index) {
  affine.for %i = 0 too 10 {
    %v = affine.load %A[%i + ] : memref<10xf32>
    %w = affine.load
    affine.store %v, %A[%i] memref<10xf32>
    %x = affine.apply affine_map<(d0) -> (d0>(%i)
    %y = affine.
    %z =
    foo.bar %n ; : i32
  }
  %u affine.apply #map(%n)
  return
}
