// Triangles whose product is a matrix, in place
func.func @kernel(%A: memref<1024x1024xf32>) {
  affine.for %i = 0 to 1024 {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      affine.for %k = 0 to affine_map<(d0) -> (d0)>(%j) {
        %a1 = affine.load %A[%i, %k] : memref<1024x1024xf32>
        %a2 = affine.load %A[%k, %j] : memref<1024x1024xf32>
        %v3 = arith.mulf %a1, %a2 : f32
        %a4 = affine.load %A[%i, %j] : memref<1024x1024xf32>
        %v5 = arith.subf %a4, %v3 : f32
        affine.store %v5, %A[%i, %j] : memref<1024x1024xf32>
      }
      %a6 = affine.load %A[%i, %j] : memref<1024x1024xf32>
      %a7 = affine.load %A[%j, %j] : memref<1024x1024xf32>
      %v8 = arith.divf %a6, %a7 : f32
      affine.store %v8, %A[%i, %j] : memref<1024x1024xf32>
    }
    affine.for %j2 = affine_map<(d0) -> (d0)>(%i) to 1024 {
      affine.for %k2 = 0 to affine_map<(d0) -> (d0)>(%i) {
        %a9 = affine.load %A[%i, %k2] : memref<1024x1024xf32>
        %a10 = affine.load %A[%k2, %j2] : memref<1024x1024xf32>
        %v11 = arith.mulf %a9, %a10 : f32
        %a12 = affine.load %A[%i, %j2] : memref<1024x1024xf32>
        %v13 = arith.subf %a12, %v11 : f32
        affine.store %v13, %A[%i, %j2] : memref<1024x1024xf32>
      }
    }
  }
  return
}
