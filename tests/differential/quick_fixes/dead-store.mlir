func.func @comments(%m: memref<8xf32>, %a: f32) {
  // Cleared first.
  affine.store %a, %m[0] : memref<8xf32> // zero
  affine.store %a, %m[0] : memref<8xf32>
  return
}
