// Counts of values: which element is touched, memory says.
func.func @kernel(%x: memref<509xi32>, %h: memref<256xi32>) {
  %n = arith.constant 509 : index
  %one = arith.constant 1 : i32
  affine.for %i = 0 to %n {
    %v = affine.load %x[%i] : memref<509xi32>
    %k = arith.index_cast %v : i32 to index
    %c = memref.load %h[%k] : memref<256xi32>
    %d = arith.addi %c, %one : i32
    memref.store %d, %h[%k] : memref<256xi32>
  }
  return
}
