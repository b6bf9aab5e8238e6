// C = beta C + alpha A B
func.func @kernel(%A: memref<1024x1024xf32>, %B: memref<1024x1024xf32>, %C: memref<1024x1024xf32>, %alpha: f32, %beta: f32) {
  affine.for %i = 0 to 1024 {
    affine.for %j = 0 to 1024 {
      %c1 = affine.load %C[%i, %j] : memref<1024x1024xf32>
      %v2 = arith.mulf %c1, %beta : f32
      affine.store %v2, %C[%i, %j] : memref<1024x1024xf32>
      affine.for %k = 0 to 1024 {
        %a3 = affine.load %A[%i, %k] : memref<1024x1024xf32>
        %v4 = arith.mulf %alpha, %a3 : f32
        %b5 = affine.load %B[%k, %j] : memref<1024x1024xf32>
        %v6 = arith.mulf %v4, %b5 : f32
        %c7 = affine.load %C[%i, %j] : memref<1024x1024xf32>
        %v8 = arith.addf %c7, %v6 : f32
        affine.store %v8, %C[%i, %j] : memref<1024x1024xf32>
      }
    }
  }
  return
}
