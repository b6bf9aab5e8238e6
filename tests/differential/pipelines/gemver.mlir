// A matrix plus two products of vectors, then times vectors
func.func @kernel(%A: memref<1024x1024xf32>, %u: memref<1024xf32>, %v: memref<1024xf32>, %s: memref<1024xf32>, %t: memref<1024xf32>, %w: memref<1024xf32>, %x: memref<1024xf32>, %y: memref<1024xf32>, %z: memref<1024xf32>, %alpha: f32, %beta: f32) {
  affine.for %i = 0 to 1024 {
    affine.for %j = 0 to 1024 {
      %a1 = affine.load %A[%i, %j] : memref<1024x1024xf32>
      %u2 = affine.load %u[%i] : memref<1024xf32>
      %v3 = affine.load %v[%j] : memref<1024xf32>
      %v4 = arith.mulf %u2, %v3 : f32
      %s5 = affine.load %s[%i] : memref<1024xf32>
      %t6 = affine.load %t[%j] : memref<1024xf32>
      %v7 = arith.mulf %s5, %t6 : f32
      %v8 = arith.addf %a1, %v4 : f32
      %v9 = arith.addf %v8, %v7 : f32
      affine.store %v9, %A[%i, %j] : memref<1024x1024xf32>
    }
  }
  affine.for %i2 = 0 to 1024 {
    affine.for %j2 = 0 to 1024 {
      %a10 = affine.load %A[%j2, %i2] : memref<1024x1024xf32>
      %v11 = arith.mulf %beta, %a10 : f32
      %y12 = affine.load %y[%j2] : memref<1024xf32>
      %v13 = arith.mulf %v11, %y12 : f32
      %x14 = affine.load %x[%i2] : memref<1024xf32>
      %v15 = arith.addf %x14, %v13 : f32
      affine.store %v15, %x[%i2] : memref<1024xf32>
    }
  }
  affine.for %i3 = 0 to 1024 {
    %z16 = affine.load %z[%i3] : memref<1024xf32>
    %x17 = affine.load %x[%i3] : memref<1024xf32>
    %v18 = arith.addf %x17, %z16 : f32
    affine.store %v18, %x[%i3] : memref<1024xf32>
  }
  affine.for %i4 = 0 to 1024 {
    affine.for %j4 = 0 to 1024 {
      %a19 = affine.load %A[%i4, %j4] : memref<1024x1024xf32>
      %v20 = arith.mulf %alpha, %a19 : f32
      %x21 = affine.load %x[%j4] : memref<1024xf32>
      %v22 = arith.mulf %v20, %x21 : f32
      %w23 = affine.load %w[%i4] : memref<1024xf32>
      %v24 = arith.addf %w23, %v22 : f32
      affine.store %v24, %w[%i4] : memref<1024xf32>
    }
  }
  return
}
