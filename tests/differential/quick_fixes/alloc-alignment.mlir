func.func @load(%m: memref<8xf32>, %i: index) {
  %v = vector.load %m[%i] {alignment = 24 : i64} : memref<8xf32>, vector<4xf32>
  %n = memref.assume_alignment %m, 8 : memref<8xf32>
  return
}
// -----
func.func @assume(%m: memref<8xf32>) {
  %n = memref.assume_alignment %m, 12 : memref<8xf32>
  return
}
