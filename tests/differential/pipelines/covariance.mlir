// Covariances of columns
func.func @kernel(%D: memref<1024x1024xf32>, %C: memref<1024x1024xf32>, %n: f32) {
  %zero = arith.constant 0.0 : f32
  %m = memref.alloc() : memref<1024xf32>
  affine.for %j = 0 to 1024 {
    affine.store %zero, %m[%j] : memref<1024xf32>
    affine.for %i = 0 to 1024 {
      %d1 = affine.load %D[%i, %j] : memref<1024x1024xf32>
      %m2 = affine.load %m[%j] : memref<1024xf32>
      %v3 = arith.addf %m2, %d1 : f32
      affine.store %v3, %m[%j] : memref<1024xf32>
    }
    %m4 = affine.load %m[%j] : memref<1024xf32>
    %v5 = arith.divf %m4, %n : f32
    affine.store %v5, %m[%j] : memref<1024xf32>
  }
  affine.for %i2 = 0 to 1024 {
    affine.for %j2 = 0 to 1024 {
      %d6 = affine.load %D[%i2, %j2] : memref<1024x1024xf32>
      %m7 = affine.load %m[%j2] : memref<1024xf32>
      %v8 = arith.subf %d6, %m7 : f32
      affine.store %v8, %D[%i2, %j2] : memref<1024x1024xf32>
    }
  }
  affine.for %i3 = 0 to 1024 {
    affine.for %j3 = affine_map<(d0) -> (d0)>(%i3) to 1024 {
      affine.store %zero, %C[%i3, %j3] : memref<1024x1024xf32>
      affine.for %k = 0 to 1024 {
        %d9 = affine.load %D[%k, %i3] : memref<1024x1024xf32>
        %d10 = affine.load %D[%k, %j3] : memref<1024x1024xf32>
        %v11 = arith.mulf %d9, %d10 : f32
        %c12 = affine.load %C[%i3, %j3] : memref<1024x1024xf32>
        %v13 = arith.addf %c12, %v11 : f32
        affine.store %v13, %C[%i3, %j3] : memref<1024x1024xf32>
      }
      %c14 = affine.load %C[%i3, %j3] : memref<1024x1024xf32>
      %v15 = arith.divf %c14, %n : f32
      affine.store %v15, %C[%i3, %j3] : memref<1024x1024xf32>
      affine.store %v15, %C[%j3, %i3] : memref<1024x1024xf32>
    }
  }
  return
}
