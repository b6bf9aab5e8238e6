func.func @generic(%n: index) {
  %m = memref.alloc(%n, %n) {alignment = 8 : i64} : memref<8xf32>
  memref.dealloc %m : memref<8xf32>
  return
}
