// Rows that lie in each other: (0, 1) and (1, 0) are one element.
func.func @kernel(%M: memref<16xi32>, %B: memref<4x4xi32>) {
  %A = memref.reinterpret_cast %M to offset: [0], sizes: [4, 4], strides: [1, 1] : memref<16xi32> to memref<4x4xi32, strided<[1, 1]>>
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      %v = affine.load %B[%i, %j] : memref<4x4xi32>
      affine.store %v, %A[%i, %j] : memref<4x4xi32, strided<[1, 1]>>
    }
  }
  return
}
// -----
// The function that is called returns its argument.
func.func private @same(%A: memref<9xi32>) -> memref<9xi32> {
  return %A : memref<9xi32>
}
func.func @kernel(%A: memref<9xi32>) {
  %B = func.call @same(%A) : (memref<9xi32>) -> memref<9xi32>
  affine.for %i = 0 to 8 {
    %v = affine.load %A[%i] : memref<9xi32>
    affine.store %v, %B[%i + 1] : memref<9xi32>
  }
  return
}
// -----
// A buffer that comes back from a tensor.
func.func @kernel(%A: memref<16xi32>) {
  %t = bufferization.to_tensor %A : memref<16xi32> to tensor<16xi32>
  %C = bufferization.to_buffer %t : tensor<16xi32> to memref<16xi32>
  affine.for %i = 1 to 15 {
    %v = affine.load %A[%i - 1] : memref<16xi32>
    affine.store %v, %C[%i] : memref<16xi32>
  }
  return
}
// -----
// A window that moves with the outer loop shows some elements of the last one.
func.func @kernel(%A: memref<16xi32>) {
  affine.for %i = 0 to 8 {
    %w = memref.subview %A[%i] [4] [1] : memref<16xi32> to memref<4xi32, strided<[1], offset: ?>>
    affine.for %j = 0 to 4 {
      %v = affine.load %w[%j] : memref<4xi32, strided<[1], offset: ?>>
      %s = arith.addi %v, %v : i32
      affine.store %s, %w[%j] : memref<4xi32, strided<[1], offset: ?>>
    }
  }
  return
}
