// Two batched matrix products, the second of which multiplies what the first computes: C = A · B, then E = C · D.
//
// Each row of C is read by the second product only while it computes the same row of E. With the first product moved
// two loops deep into the second, a row of C is used while it is still in the cache, and nothing is computed twice.
// One loop deeper, every row of C would be computed once for each column of E; and because the first product
// accumulates into C, computing a row again would not even give the same row.

func.func @matmuls(
    %A: memref<8x128x384xf32>, %B: memref<8x384x512xf32>, %C: memref<8x128x512xf32>,
    %D: memref<8x512x64xf32>, %E: memref<8x128x64xf32>) {

  // C[batch, row, column] += A[batch, row, inner] * B[batch, inner, column]
  affine.for %batch = 0 to 8 {
    affine.for %row = 0 to 128 {
      affine.for %column = 0 to 512 {
        affine.for %inner = 0 to 384 {
          %a = affine.load %A[%batch, %row, %inner] : memref<8x128x384xf32>
          %b = affine.load %B[%batch, %inner, %column] : memref<8x384x512xf32>
          %c = affine.load %C[%batch, %row, %column] : memref<8x128x512xf32>
          %product = arith.mulf %a, %b : f32
          %sum = arith.addf %c, %product : f32
          affine.store %sum, %C[%batch, %row, %column] : memref<8x128x512xf32>
        }
      }
    }
  }

  // E[batch, row, column] += C[batch, row, inner] * D[batch, inner, column]
  affine.for %batch = 0 to 8 {
    affine.for %row = 0 to 128 {
      affine.for %column = 0 to 64 {
        affine.for %inner = 0 to 512 {
          %c = affine.load %C[%batch, %row, %inner] : memref<8x128x512xf32>
          %d = affine.load %D[%batch, %inner, %column] : memref<8x512x64xf32>
          %e = affine.load %E[%batch, %row, %column] : memref<8x128x64xf32>
          %product = arith.mulf %c, %d : f32
          %sum = arith.addf %e, %product : f32
          affine.store %sum, %E[%batch, %row, %column] : memref<8x128x64xf32>
        }
      }
    }
  }
  return
}
