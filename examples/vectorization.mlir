// Three loop nests that gain from vectors. The hint stands at the loop that its quick fix vectorizes; the light bulb
// offers the other loops and other numbers of lanes as well.

// The innermost loop walks down a column of `%b`, and through memory it folds one element of `%c`. The loop around it
// moves along rows of `%b` and `%c`: its iterations become lanes, and each lane runs the innermost loop.
func.func @matmul(%a: memref<96x128xf32>, %b: memref<128x64xf32>, %c: memref<96x64xf32>) {
  affine.for %i = 0 to 96 {
    affine.for %j = 0 to 64 {
      affine.for %k = 0 to 128 {
        %x = affine.load %a[%i, %k] : memref<96x128xf32>
        %y = affine.load %b[%k, %j] : memref<128x64xf32>
        %z = affine.load %c[%i, %j] : memref<96x64xf32>
        %product = arith.mulf %x, %y : f32
        %sum = arith.addf %z, %product : f32
        affine.store %sum, %c[%i, %j] : memref<96x64xf32>
      }
    }
  }
  return
}

// Each lane adds up every fourth product, and the four sums are added after the loop: other roundings than in the
// program's own order, which the offer says. 1,002 is no multiple of four, so a scalar loop adds the last two.
func.func @dot(%a: memref<1002xf32>, %b: memref<1002xf32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %dot = affine.for %i = 0 to 1002 iter_args(%sum = %zero) -> (f32) {
    %x = affine.load %a[%i] : memref<1002xf32>
    %y = affine.load %b[%i] : memref<1002xf32>
    %product = arith.mulf %x, %y : f32
    %next = arith.addf %sum, %product : f32
    affine.yield %next : f32
  }
  return %dot : f32
}

// The sum of each row is kept in memory. While the inner loop runs it can be a value: a vector of four sums.
func.func @row_sums(%matrix: memref<64x256xf32>, %sums: memref<64xf32>) {
  affine.for %row = 0 to 64 {
    affine.for %column = 0 to 256 {
      %sum = affine.load %sums[%row] : memref<64xf32>
      %element = affine.load %matrix[%row, %column] : memref<64x256xf32>
      %next = arith.addf %sum, %element : f32
      affine.store %next, %sums[%row] : memref<64xf32>
    }
  }
  return
}
