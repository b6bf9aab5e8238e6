// Rows less a part of another row, in place
func.func @kernel(%P: memref<1024x1024xf32>) {
  %part = arith.constant 0.001 : f32
  affine.for %k = 0 to 1024 {
    affine.for %i = 0 to 1024 {
      affine.for %j = 0 to 1024 {
        %p1 = affine.load %P[%i, %k] : memref<1024x1024xf32>
        %v2 = arith.mulf %part, %p1 : f32
        %p3 = affine.load %P[%k, %j] : memref<1024x1024xf32>
        %v4 = arith.mulf %v2, %p3 : f32
        %p5 = affine.load %P[%i, %j] : memref<1024x1024xf32>
        %v6 = arith.subf %p5, %v4 : f32
        affine.store %v6, %P[%i, %j] : memref<1024x1024xf32>
      }
    }
  }
  return
}
