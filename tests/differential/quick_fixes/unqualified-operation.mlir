func.func @everything(%m: memref<8xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = load %m[%i] : memref<8xf32>
    %y = load %m[%i + 1] : memref<8xf32>
    %z = addf %x, %y : f32
    store %z, %m[0] : memref<8xf32>
  }
  %d = dim %m, 0 : memref<8xf32>
  return
}
