// An iteration reads what its neighbour writes.
func.func @neighbour(%a: memref<9xf32>) {
  affine.parallel (%i) = (0) to (8) {
    %x = affine.load %a[%i + 1] : memref<9xf32> // WARN race
    affine.store %x, %a[%i] : memref<9xf32>
  }
  return
}
// -----
// Every second element is written by two.
func.func @halves(%a: memref<8xf32>, %v: f32) {
  affine.parallel (%i) = (0) to (16) {
    affine.store %v, %a[%i floordiv 2] : memref<8xf32> // WARN race
  }
  return
}
// -----
func.func @conditions(%a: memref<16xf32>, %v: f32) {
  affine.parallel (%i) = (0) to (8) step (2) {
    // Steps keep them apart,
    affine.store %v, %a[%i] : memref<16xf32>
    affine.store %v, %a[%i + 1] : memref<16xf32>
    // and so does a condition.
    affine.if affine_set<(d0) : (d0 - 4 >= 0)>(%i) {
      affine.store %v, %a[%i + 8] : memref<16xf32>
    } else {
      affine.store %v, %a[%i + 8] : memref<16xf32>
    }
  }
  return
}
// -----
// The caller may know that the halves do not meet.
func.func @offset(%a: memref<?xf32>, %n: index) {
  affine.parallel (%i) = (0) to (%n) {
    %x = affine.load %a[%i + symbol(%n)] : memref<?xf32>
    affine.store %x, %a[%i] : memref<?xf32>
  }
  return
}
// -----
func.func @atomic(%a: memref<1xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  affine.parallel (%i) = (0) to (8) {
    %x = memref.atomic_rmw addf %v, %a[%c0] : (f32, memref<1xf32>) -> f32
  }
  return
}
