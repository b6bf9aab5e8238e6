"work.step"() {first = 1 : i64, unroll, last = [1, 2], unroll} : () -> ()
// -----
"work.step"() {unroll = 2 : i64, unroll = 4 : i64, last = 1 : i64} : () -> ()
// -----
func.func @buffer(%m: memref<8xf32>, %i: index) {
  %x = affine.load %m[%i] {map = affine_map<() -> (1)>, alignment = 8 : i64} : memref<8xf32>
  return
}
