// two branches with the same names, comments, else
func.func @names(%m: memref<8xf32>, %v: f32) {
  affine.for %i = 0 to 8 {
    affine.if affine_set<(d0) : (d0 >= 0)>(%i) { // first
      // load
      %x = affine.load %m[%i] : memref<8xf32>
      %y = arith.addf %x, %x : f32 // twice
      affine.store %y, %m[%i] : memref<8xf32>
      // end
    } else {
      affine.store %v, %m[0] : memref<8xf32>
    }
    affine.if affine_set<(d0) : (d0 - 4 >= 0)>(%i) {
      %x = affine.load %m[%i] : memref<8xf32>
      affine.store %x, %m[7 - %i] : memref<8xf32>
    }
    %x = arith.addf %v, %v : f32
    affine.store %x, %m[%i] : memref<8xf32>
  }
  return
}
// -----
func.func @oneline(%m: memref<8xf32>, %v: f32) {
  affine.for %i = 0 to 8 { affine.if affine_set<(d0) : (d0 >= 0)>(%i) { affine.store %v, %m[%i] : memref<8xf32> } }
  return
}
