// The first row is missing.
func.func @rows(%x: memref<8x8xf32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %t = memref.alloca() : memref<8x8xf32>
  affine.for %i = 1 to 8 {
    affine.for %j = 0 to 8 {
      affine.store %zero, %t[%i, %j] : memref<8x8xf32>
    }
  }
  %s = affine.for %i = 0 to 8 iter_args(%a = %zero) -> f32 {
    %v = affine.load %t[%i, 0] : memref<8x8xf32> // WARN uninitialized-read
    %b = arith.addf %a, %v : f32
    affine.yield %b : f32
  }
  return %s : f32
}
// -----
// Every element is written in an earlier iteration.
func.func @recurrence(%v: f32) {
  %t = memref.alloc() : memref<9xf32>
  affine.store %v, %t[0] : memref<9xf32>
  affine.for %i = 0 to 8 {
    %x = affine.load %t[%i] : memref<9xf32>
    affine.store %x, %t[%i + 1] : memref<9xf32>
  }
  return
}
// -----
func.func @symbolic(%v: f32, %n: index) {
  %t = memref.alloc(%n) : memref<?xf32>
  affine.for %i = 0 to %n {
    affine.store %v, %t[%i] : memref<?xf32>
  }
  affine.for %i = 0 to %n {
    %x = affine.load %t[%i] : memref<?xf32>
  }
  return
}
