// Reductions, written in two ways.

// A dot product that hands its sum from iteration to iteration as a value. The loop is not parallel as it stands,
// but what it carries is a sum and nothing else.
func.func @dot(%a: memref<256xf32>, %b: memref<256xf32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %dot = affine.for %i = 0 to 256 iter_args(%sum = %zero) -> (f32) {
    %x = affine.load %a[%i] : memref<256xf32>
    %y = affine.load %b[%i] : memref<256xf32>
    %product = arith.mulf %x, %y : f32
    %next = arith.addf %sum, %product : f32
    affine.yield %next : f32
  }
  return %dot : f32
}

// Sums of rows, kept in memory: every iteration of the inner loop reads and writes the same element of `%sums`. So
// the inner loop carries dependences of every distance from 1 on, while the outer one is parallel.
func.func @row_sums(%matrix: memref<32x?xf32>, %sums: memref<32xf32>) {
  %one = arith.constant 1 : index
  %columns = memref.dim %matrix, %one : memref<32x?xf32>
  affine.for %row = 0 to 32 {
    affine.for %column = 0 to %columns {
      %sum = affine.load %sums[%row] : memref<32xf32>
      %element = affine.load %matrix[%row, %column] : memref<32x?xf32>
      %next = arith.addf %sum, %element : f32
      affine.store %next, %sums[%row] : memref<32xf32>
    }
  }
  return
}
