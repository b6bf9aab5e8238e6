// Means of neighbours on a line, there and back
func.func @kernel(%A: memref<1024xf32>, %B: memref<1024xf32>) {
  %third = arith.constant 0.33333 : f32
  affine.for %t = 0 to 100 {
    affine.for %i = 1 to 1023 {
      %a1 = affine.load %A[%i - 1] : memref<1024xf32>
      %a2 = affine.load %A[%i] : memref<1024xf32>
      %v3 = arith.addf %a1, %a2 : f32
      %a4 = affine.load %A[%i + 1] : memref<1024xf32>
      %v5 = arith.addf %v3, %a4 : f32
      %v6 = arith.mulf %third, %v5 : f32
      affine.store %v6, %B[%i] : memref<1024xf32>
    }
    affine.for %j = 1 to 1023 {
      %b7 = affine.load %B[%j - 1] : memref<1024xf32>
      %b8 = affine.load %B[%j] : memref<1024xf32>
      %v9 = arith.addf %b7, %b8 : f32
      %b10 = affine.load %B[%j + 1] : memref<1024xf32>
      %v11 = arith.addf %v9, %b10 : f32
      %v12 = arith.mulf %third, %v11 : f32
      affine.store %v12, %A[%j] : memref<1024xf32>
    }
  }
  return
}
