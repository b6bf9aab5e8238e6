func.func @twice(%m: memref<8xf32>) {
  memref.dealloc %m : memref<8xf32>
  memref.dealloc %m : memref<8xf32> // WARN double-dealloc
  return
}
// -----
func.func @either(%m: memref<8xf32>, %c: i1) {
  scf.if %c {
    memref.dealloc %m : memref<8xf32>
  } else {
    memref.dealloc %m : memref<8xf32>
  }
  return
}
