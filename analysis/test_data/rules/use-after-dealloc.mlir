func.func @loaded(%i: index) -> f32 {
  %zero = arith.constant 0.0 : f32
  %m = memref.alloc() : memref<8xf32>
  %window = memref.subview %m[2] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: 2>>
  memref.store %zero, %m[%i] : memref<8xf32>
  memref.dealloc %m : memref<8xf32>
  %x = memref.load %window[%i] : memref<4xf32, strided<[1], offset: 2>> // WARN use-after-dealloc
  return %x : f32
}
// -----
// Each iteration has its own.
func.func @own(%v: f32) {
  affine.for %i = 0 to 8 {
    %m = memref.alloc() : memref<8xf32>
    affine.store %v, %m[%i] : memref<8xf32>
    %x = affine.load %m[%i] : memref<8xf32>
    memref.dealloc %m : memref<8xf32>
  }
  return
}
