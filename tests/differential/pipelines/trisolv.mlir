// A triangular system
func.func @kernel(%L: memref<1024x1024xf32>, %x: memref<1024xf32>, %b: memref<1024xf32>) {
  affine.for %i = 0 to 1024 {
    %b1 = affine.load %b[%i] : memref<1024xf32>
    affine.store %b1, %x[%i] : memref<1024xf32>
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      %l2 = affine.load %L[%i, %j] : memref<1024x1024xf32>
      %x3 = affine.load %x[%j] : memref<1024xf32>
      %v4 = arith.mulf %l2, %x3 : f32
      %x5 = affine.load %x[%i] : memref<1024xf32>
      %v6 = arith.subf %x5, %v4 : f32
      affine.store %v6, %x[%i] : memref<1024xf32>
    }
    %x7 = affine.load %x[%i] : memref<1024xf32>
    %l8 = affine.load %L[%i, %i] : memref<1024x1024xf32>
    %v9 = arith.divf %x7, %l8 : f32
    affine.store %v9, %x[%i] : memref<1024xf32>
  }
  return
}
