func.func @number(%img: memref<8x8xf32>) -> index {
  %0:2 = "get.point"() : () -> (index, index)
  affine.for %i = 0 to 8 {
    %x = affine.load %img[%0#0, %0#1] : memref<8x8xf32>
  }
  return %0 : index
}
func.func @other() -> index {
  %0:2 = "get.point"() : () -> (index, index)
  return %0#1 : index
}
// -----
func.func @with_others(%img: memref<8x8xf32>) {
  %a, %p:2, %b = "get.point"() : () -> (index, index, index, index)
  %p_0 = arith.constant 0 : index
  %x = affine.load %img[%p#0 + %a, %p#1 + %b] : memref<8x8xf32>
  return
}
