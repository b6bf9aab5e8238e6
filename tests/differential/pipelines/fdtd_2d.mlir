// Two fields on a plane, that drive each other
func.func @kernel(%X: memref<1024x1024xf32>, %Y: memref<1024x1024xf32>, %H: memref<1024x1024xf32>, %F: memref<100xf32>) {
  %half = arith.constant 0.5 : f32
  %most = arith.constant 0.7 : f32
  affine.for %t = 0 to 100 {
    affine.for %j0 = 0 to 1024 {
      %f1 = affine.load %F[%t] : memref<100xf32>
      affine.store %f1, %Y[0, %j0] : memref<1024x1024xf32>
    }
    affine.for %i = 1 to 1024 {
      affine.for %j = 0 to 1024 {
        %h2 = affine.load %H[%i, %j] : memref<1024x1024xf32>
        %h3 = affine.load %H[%i - 1, %j] : memref<1024x1024xf32>
        %v4 = arith.subf %h2, %h3 : f32
        %y5 = affine.load %Y[%i, %j] : memref<1024x1024xf32>
        %v6 = arith.mulf %half, %v4 : f32
        %v7 = arith.subf %y5, %v6 : f32
        affine.store %v7, %Y[%i, %j] : memref<1024x1024xf32>
      }
    }
    affine.for %i2 = 0 to 1024 {
      affine.for %j2 = 1 to 1024 {
        %h8 = affine.load %H[%i2, %j2] : memref<1024x1024xf32>
        %h9 = affine.load %H[%i2, %j2 - 1] : memref<1024x1024xf32>
        %v10 = arith.subf %h8, %h9 : f32
        %x11 = affine.load %X[%i2, %j2] : memref<1024x1024xf32>
        %v12 = arith.mulf %half, %v10 : f32
        %v13 = arith.subf %x11, %v12 : f32
        affine.store %v13, %X[%i2, %j2] : memref<1024x1024xf32>
      }
    }
    affine.for %i3 = 0 to 1023 {
      affine.for %j3 = 0 to 1023 {
        %x14 = affine.load %X[%i3, %j3 + 1] : memref<1024x1024xf32>
        %x15 = affine.load %X[%i3, %j3] : memref<1024x1024xf32>
        %v16 = arith.subf %x14, %x15 : f32
        %y17 = affine.load %Y[%i3 + 1, %j3] : memref<1024x1024xf32>
        %y18 = affine.load %Y[%i3, %j3] : memref<1024x1024xf32>
        %v19 = arith.subf %y17, %y18 : f32
        %v20 = arith.addf %v16, %v19 : f32
        %h21 = affine.load %H[%i3, %j3] : memref<1024x1024xf32>
        %v22 = arith.mulf %most, %v20 : f32
        %v23 = arith.subf %h21, %v22 : f32
        affine.store %v23, %H[%i3, %j3] : memref<1024x1024xf32>
      }
    }
  }
  return
}
