// B = alpha times a triangle's transposition times B, in place
func.func @kernel(%A: memref<1024x1024xf32>, %B: memref<1024x1024xf32>, %alpha: f32) {
  affine.for %i = 0 to 1024 {
    affine.for %j = 0 to 1024 {
      affine.for %k = affine_map<(d0) -> (d0 + 1)>(%i) to 1024 {
        %a1 = affine.load %A[%k, %i] : memref<1024x1024xf32>
        %b2 = affine.load %B[%k, %j] : memref<1024x1024xf32>
        %v3 = arith.mulf %a1, %b2 : f32
        %b4 = affine.load %B[%i, %j] : memref<1024x1024xf32>
        %v5 = arith.addf %b4, %v3 : f32
        affine.store %v5, %B[%i, %j] : memref<1024x1024xf32>
      }
      %b6 = affine.load %B[%i, %j] : memref<1024x1024xf32>
      %v7 = arith.mulf %alpha, %b6 : f32
      affine.store %v7, %B[%i, %j] : memref<1024x1024xf32>
    }
  }
  return
}
