// Means of neighbours on a plane, there and back
func.func @kernel(%A: memref<1024x1024xf32>, %B: memref<1024x1024xf32>) {
  %fifth = arith.constant 0.2 : f32
  affine.for %t = 0 to 100 {
    affine.for %i = 1 to 1023 {
      affine.for %j = 1 to 1023 {
        %a1 = affine.load %A[%i, %j] : memref<1024x1024xf32>
        %a2 = affine.load %A[%i, %j - 1] : memref<1024x1024xf32>
        %v3 = arith.addf %a1, %a2 : f32
        %a4 = affine.load %A[%i, %j + 1] : memref<1024x1024xf32>
        %v5 = arith.addf %v3, %a4 : f32
        %a6 = affine.load %A[%i - 1, %j] : memref<1024x1024xf32>
        %v7 = arith.addf %v5, %a6 : f32
        %a8 = affine.load %A[%i + 1, %j] : memref<1024x1024xf32>
        %v9 = arith.addf %v7, %a8 : f32
        %v10 = arith.mulf %fifth, %v9 : f32
        affine.store %v10, %B[%i, %j] : memref<1024x1024xf32>
      }
    }
    affine.for %k = 1 to 1023 {
      affine.for %l = 1 to 1023 {
        %b11 = affine.load %B[%k, %l] : memref<1024x1024xf32>
        %b12 = affine.load %B[%k, %l - 1] : memref<1024x1024xf32>
        %v13 = arith.addf %b11, %b12 : f32
        %b14 = affine.load %B[%k, %l + 1] : memref<1024x1024xf32>
        %v15 = arith.addf %v13, %b14 : f32
        %b16 = affine.load %B[%k - 1, %l] : memref<1024x1024xf32>
        %v17 = arith.addf %v15, %b16 : f32
        %b18 = affine.load %B[%k + 1, %l] : memref<1024x1024xf32>
        %v19 = arith.addf %v17, %b18 : f32
        %v20 = arith.mulf %fifth, %v19 : f32
        affine.store %v20, %A[%k, %l] : memref<1024x1024xf32>
      }
    }
  }
  return
}
