// A product and the sum that needs it.
func.func @kernel(%x: memref<509xf32>, %y: memref<509xf32>, %z: memref<509xf32>, %a: f32) {
  %n = arith.constant 509 : index
  affine.for %i = 0 to %n {
    %v = affine.load %x[%i] : memref<509xf32>
    %w = arith.mulf %v, %a : f32
    affine.store %w, %y[%i] : memref<509xf32>
  }
  affine.for %i = 0 to %n {
    %v = affine.load %y[%i] : memref<509xf32>
    %u = affine.load %x[%i] : memref<509xf32>
    %w = arith.addf %v, %u : f32
    affine.store %w, %z[%i] : memref<509xf32>
  }
  return
}

func.func @fused(%x: memref<509xf32>, %y: memref<509xf32>, %z: memref<509xf32>, %a: f32) {
  %n = arith.constant 509 : index
  affine.for %i = 0 to %n {
    %v = affine.load %x[%i] : memref<509xf32>
    %w = arith.mulf %v, %a : f32
    affine.store %w, %y[%i] : memref<509xf32>
    %s = arith.addf %w, %v : f32
    affine.store %s, %z[%i] : memref<509xf32>
  }
  return
}
