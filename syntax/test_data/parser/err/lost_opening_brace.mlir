func.func @first(%A: memref<10xf32>) {
  affine.for %i = 0 to 10
    %v = affine.load %A[%i] : memref<10xf32>
  }
  return
}
