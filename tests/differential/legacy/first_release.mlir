// The spelling of 2018: loops and conditions had no dialect.
#map0 = (d0) -> (d0 * 2)
mlfunc @nest(%A : memref<100xf32>, %N : index) {
  for %i = 0 to %N {
    %x = affine_apply #map0(%i)
    if (d0)[s0] : (d0 - s0 - 1 >= 0)(%i)[%N] {
      %v = load %A[%x] : memref<100xf32>
      store %v, %A[%i] : memref<100xf32>
    }
  }
  return
}
