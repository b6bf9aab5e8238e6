func.func @tile(%buf: memref<?xf32>, %n: index) {
  affine.for %i = 0 to 8 {
    %x = affine.load %buf[%i floordiv %n] : memref<?xf32>
  }
  return
}
