// D += A B C through a buffer
func.func @kernel(%A: memref<1024x1024xf32>, %B: memref<1024x1024xf32>, %C: memref<1024x1024xf32>, %D: memref<1024x1024xf32>) {
  %zero = arith.constant 0.0 : f32
  %T = memref.alloc() : memref<1024x1024xf32>
  affine.for %i = 0 to 1024 {
    affine.for %j = 0 to 1024 {
      affine.store %zero, %T[%i, %j] : memref<1024x1024xf32>
      affine.for %k = 0 to 1024 {
        %a1 = affine.load %A[%i, %k] : memref<1024x1024xf32>
        %b2 = affine.load %B[%k, %j] : memref<1024x1024xf32>
        %v3 = arith.mulf %a1, %b2 : f32
        %t4 = affine.load %T[%i, %j] : memref<1024x1024xf32>
        %v5 = arith.addf %t4, %v3 : f32
        affine.store %v5, %T[%i, %j] : memref<1024x1024xf32>
      }
    }
  }
  affine.for %i2 = 0 to 1024 {
    affine.for %j2 = 0 to 1024 {
      affine.for %k2 = 0 to 1024 {
        %t6 = affine.load %T[%i2, %k2] : memref<1024x1024xf32>
        %c7 = affine.load %C[%k2, %j2] : memref<1024x1024xf32>
        %v8 = arith.mulf %t6, %c7 : f32
        %d9 = affine.load %D[%i2, %j2] : memref<1024x1024xf32>
        %v10 = arith.addf %d9, %v8 : f32
        affine.store %v10, %D[%i2, %j2] : memref<1024x1024xf32>
      }
    }
  }
  return
}
