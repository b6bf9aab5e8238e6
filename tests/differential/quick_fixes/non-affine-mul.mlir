func.func @stride(%buf: memref<?xf32>, %n: index) {
  affine.for %i = 0 to 8 {
    %x = affine.load %buf[%i * %n] : memref<?xf32>
  }
  return
}
