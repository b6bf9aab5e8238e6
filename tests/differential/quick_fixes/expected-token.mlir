func.func @words(%buf: memref<8xf32>) {
  affine.for %i = 0 too 8 {
    %x = affine.load %buf[%i] memref<8xf32>
    affine.store %x, %buf[%i : memref<8xf32>
  }
  return
}
// -----
func.func @twice(%a: f32, %b: index) -> (index,) {
  %x = = arith.addf %a,, %a : f32
  %c = arith.constant 0 index
  return %c : index
}
// -----
func.func @slip(%m: memref<8xf32>) {
  affine.for %i [ 0 to 8 {
    %x = affine.load %m[%i] : memref:8xf32>
  }
  return
}
// -----
func.func @brace() {
  affine.for %i = 0 to 8 {
  }
  return
}
}
