// The lower triangle of beta C + alpha A times A transposed
func.func @kernel(%A: memref<1024x1024xf32>, %C: memref<1024x1024xf32>, %alpha: f32, %beta: f32) {
  affine.for %i = 0 to 1024 {
    affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
      %c1 = affine.load %C[%i, %j] : memref<1024x1024xf32>
      %v2 = arith.mulf %c1, %beta : f32
      affine.store %v2, %C[%i, %j] : memref<1024x1024xf32>
    }
    affine.for %k = 0 to 1024 {
      affine.for %j2 = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
        %a3 = affine.load %A[%i, %k] : memref<1024x1024xf32>
        %v4 = arith.mulf %alpha, %a3 : f32
        %a5 = affine.load %A[%j2, %k] : memref<1024x1024xf32>
        %v6 = arith.mulf %v4, %a5 : f32
        %c7 = affine.load %C[%i, %j2] : memref<1024x1024xf32>
        %v8 = arith.addf %c7, %v6 : f32
        affine.store %v8, %C[%i, %j2] : memref<1024x1024xf32>
      }
    }
  }
  return
}
