func.func @subscript(%o: memref<64xf32>, %x: f32) {
  %c1 = arith.constant 1 : index
  affine.for %i = 0 to 8 {
    %next = arith.addi %i, %c1 : index
    affine.store %x, %o[%next * 2 + 1] : memref<64xf32>
  }
  return
}
// -----
#twice = affine_map<(d0) -> (d0 * 2)>
func.func @bound(%o: memref<64xf32>, %x: f32) {
  %c1 = arith.constant 1 : index
  affine.for %i = 0 to 8 {
    %next = arith.addi %i, %c1 : index
    affine.for %j = 0 to #twice(%next) {
      affine.store %x, %o[%j] : memref<64xf32>
    }
  }
  return
}
// -----
func.func @condition(%o: memref<64xf32>, %x: f32, %n: i64) {
  affine.for %i = 0 to 8 {
    %short = arith.trunci %n : i64 to i32
    %m = arith.index_cast %short : i32 to index
    affine.if affine_set<(d0, d1) : (d1 - d0 >= 0)>(%i, %m) {
      affine.store %x, %o[%i] : memref<64xf32>
    }
  }
  return
}
