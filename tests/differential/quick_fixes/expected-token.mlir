func.func @words(%buf: memref<8xf32>) {
  affine.for %i = 0 too 8 {
    %x = affine.load %buf[%i] memref<8xf32>
    affine.store %x, %buf[%i : memref<8xf32>
  }
  return
}
