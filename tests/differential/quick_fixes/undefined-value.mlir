func.func @typo(%buffer: memref<8xf32>) {
  %value = affine.load %bufer[0] : memref<8xf32>
  affine.for %index = 0 to 8 {
    affine.store %value, %buffer[%indx] : memref<8xf32>
  }
  return
}
