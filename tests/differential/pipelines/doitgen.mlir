// Rows of a tensor times a matrix, through a buffer
func.func @kernel(%A: memref<16x16x1024xf32>, %C4: memref<1024x1024xf32>) {
  %zero = arith.constant 0.0 : f32
  %s = memref.alloc() : memref<1024xf32>
  affine.for %r = 0 to 16 {
    affine.for %q = 0 to 16 {
      affine.for %p = 0 to 1024 {
        affine.store %zero, %s[%p] : memref<1024xf32>
        affine.for %k = 0 to 1024 {
          %a1 = affine.load %A[%r, %q, %k] : memref<16x16x1024xf32>
          %c42 = affine.load %C4[%k, %p] : memref<1024x1024xf32>
          %v3 = arith.mulf %a1, %c42 : f32
          %s4 = affine.load %s[%p] : memref<1024xf32>
          %v5 = arith.addf %s4, %v3 : f32
          affine.store %v5, %s[%p] : memref<1024xf32>
        }
      }
      affine.for %p2 = 0 to 1024 {
        %s6 = affine.load %s[%p2] : memref<1024xf32>
        affine.store %s6, %A[%r, %q, %p2] : memref<16x16x1024xf32>
      }
    }
  }
  return
}
