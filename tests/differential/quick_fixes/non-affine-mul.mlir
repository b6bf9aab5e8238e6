func.func @stride(%buf: memref<?xf32>, %n: index) {
  affine.for %i = 0 to 8 {
    %x = affine.load %buf[%i * %n] : memref<?xf32>
  }
  return
}
// -----
func.func @stored(%m: memref<64x64xf32>, %x: f32) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      affine.store %x, %m[%i, %i * %j] : memref<64x64xf32>
    }
  }
  return
}
