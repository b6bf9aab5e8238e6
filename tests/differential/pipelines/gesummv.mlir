// y = alpha A x + beta B x
func.func @kernel(%A: memref<1024x1024xf32>, %B: memref<1024x1024xf32>, %x: memref<1024xf32>, %y: memref<1024xf32>, %alpha: f32, %beta: f32) {
  %zero = arith.constant 0.0 : f32
  %t = memref.alloc() : memref<1024xf32>
  affine.for %i = 0 to 1024 {
    affine.store %zero, %t[%i] : memref<1024xf32>
    affine.store %zero, %y[%i] : memref<1024xf32>
    affine.for %j = 0 to 1024 {
      %a1 = affine.load %A[%i, %j] : memref<1024x1024xf32>
      %x2 = affine.load %x[%j] : memref<1024xf32>
      %v3 = arith.mulf %a1, %x2 : f32
      %t4 = affine.load %t[%i] : memref<1024xf32>
      %v5 = arith.addf %t4, %v3 : f32
      affine.store %v5, %t[%i] : memref<1024xf32>
      %b6 = affine.load %B[%i, %j] : memref<1024x1024xf32>
      %x7 = affine.load %x[%j] : memref<1024xf32>
      %v8 = arith.mulf %b6, %x7 : f32
      %y9 = affine.load %y[%i] : memref<1024xf32>
      %v10 = arith.addf %y9, %v8 : f32
      affine.store %v10, %y[%i] : memref<1024xf32>
    }
    %t11 = affine.load %t[%i] : memref<1024xf32>
    %v12 = arith.mulf %alpha, %t11 : f32
    %y13 = affine.load %y[%i] : memref<1024xf32>
    %v14 = arith.mulf %beta, %y13 : f32
    %v15 = arith.addf %v12, %v14 : f32
    affine.store %v15, %y[%i] : memref<1024xf32>
  }
  return
}
