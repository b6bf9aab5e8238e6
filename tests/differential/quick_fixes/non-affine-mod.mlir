func.func @ring(%buf: memref<?xf32>, %n: index) {
  affine.for %i = 0 to 8 {
    %x = affine.load %buf[%i mod %n] : memref<?xf32>
  }
  return
}
