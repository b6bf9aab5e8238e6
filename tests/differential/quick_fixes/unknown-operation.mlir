func.func @ints(%a: i32, %b: memref<8xi32>) {
  %x = arith.mul %a, %a : i32
  %i = arith.constant 0 : index
  memref.stor %x, %b[%i] : memref<8xi32>
  return
}
