func.func @many(%m: memref<8x8x8xf32>, %i: index, %pad: f32) {
  %v = vector.transfer_read %m[%i, %i, %i], %pad {in_bounds = [true]} : memref<8x8x8xf32>, vector<4x4x4xf32>
  return
}
