func.func @memref(%m: memref<8x8xf32>, %i: index) {
  %x = affine.load %m[%i, %i] : memref<8x4xf32>
  return
}
// -----
func.func @index(%m: memref<8xf32>, %i: i32) {
  %x = memref.load %m[%i] : memref<8xf32>
  return
}
