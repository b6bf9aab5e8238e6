func.func @parentheses(%buf: memref<8xf32>) {
  %x = affine.load %buf(0) : memref<8xf32>
  return
}
// -----
func.func @scalar(%buf: memref<f32>) {
  %x = affine.load %buf : memref<f32>
  return
}
