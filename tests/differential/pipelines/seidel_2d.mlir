// Means of neighbours on a plane, in place
func.func @kernel(%A: memref<1024x1024xf32>) {
  %ninth = arith.constant 0.11111 : f32
  affine.for %t = 0 to 100 {
    affine.for %i = 1 to 1023 {
      affine.for %j = 1 to 1023 {
        %a1 = affine.load %A[%i - 1, %j - 1] : memref<1024x1024xf32>
        %a2 = affine.load %A[%i - 1, %j] : memref<1024x1024xf32>
        %v3 = arith.addf %a1, %a2 : f32
        %a4 = affine.load %A[%i - 1, %j + 1] : memref<1024x1024xf32>
        %v5 = arith.addf %v3, %a4 : f32
        %a6 = affine.load %A[%i, %j - 1] : memref<1024x1024xf32>
        %v7 = arith.addf %v5, %a6 : f32
        %a8 = affine.load %A[%i, %j] : memref<1024x1024xf32>
        %v9 = arith.addf %v7, %a8 : f32
        %a10 = affine.load %A[%i, %j + 1] : memref<1024x1024xf32>
        %v11 = arith.addf %v9, %a10 : f32
        %a12 = affine.load %A[%i + 1, %j - 1] : memref<1024x1024xf32>
        %v13 = arith.addf %v11, %a12 : f32
        %a14 = affine.load %A[%i + 1, %j] : memref<1024x1024xf32>
        %v15 = arith.addf %v13, %a14 : f32
        %a16 = affine.load %A[%i + 1, %j + 1] : memref<1024x1024xf32>
        %v17 = arith.addf %v15, %a16 : f32
        %v18 = arith.mulf %v17, %ninth : f32
        affine.store %v18, %A[%i, %j] : memref<1024x1024xf32>
      }
    }
  }
  return
}
