// Two stencils, to see dependences in.
//
// Put the cursor on `affine.store`, `affine.load` or `affine.for` and hover.

// What an iteration writes is read two iterations of the outer loop later: the store at (i, j) and the load at
// (i + 2, j) touch the same element, and no other pair of iterations does. So the distance is (2, 0). It is carried
// by the outer loop; the inner one is parallel.
func.func @two_rows_below() {
  %cst = arith.constant 7.0 : f32
  %0 = memref.alloc() : memref<10x10xf32>
  affine.for %arg0 = 0 to 9 {
    affine.for %arg1 = 0 to 9 {
      affine.store %cst, %0[%arg0, %arg1] : memref<10x10xf32>
      // In the first two iterations this reads above the array: the nest is about dependences, not to be run.
      %1 = affine.load %0[%arg0 - 2, %arg1] : memref<10x10xf32>
    }
  }
  return
}

// Gauss–Seidel smoothing: each inner point becomes the mean of itself and its four neighbours, in place.
//
// The points above and to the left have been written in this sweep already (RAW, distances (1, 0) and (0, 1)); those
// below and to the right are still old, and are overwritten later (WAR, the same distances). So each loop carries
// dependences and neither is parallel; but all distances are positive, so the loops may be interchanged and tiled.
func.func @smooth_in_place(%A: memref<64x64xf32>) {
  %fifth = arith.constant 0.2 : f32
  affine.for %i = 1 to 63 {
    affine.for %j = 1 to 63 {
      %center = affine.load %A[%i, %j] : memref<64x64xf32>
      %above = affine.load %A[%i - 1, %j] : memref<64x64xf32>
      %left = affine.load %A[%i, %j - 1] : memref<64x64xf32>
      %right = affine.load %A[%i, %j + 1] : memref<64x64xf32>
      %below = affine.load %A[%i + 1, %j] : memref<64x64xf32>
      %vertical = arith.addf %above, %below : f32
      %horizontal = arith.addf %left, %right : f32
      %neighbours = arith.addf %vertical, %horizontal : f32
      %sum = arith.addf %neighbours, %center : f32
      %mean = arith.mulf %sum, %fifth : f32
      affine.store %mean, %A[%i, %j] : memref<64x64xf32>
    }
  }
  return
}
