func.func @places(%m: memref<8x8xf32>, %n: index) {
  %x = memref.load %m[0, 1] : memref<8x8xf32>
  scf.for %i = 0 to %n step 1 {
    %y = memref.load %m[%i, 1] : memref<8x8xf32>
  }
  return
}
