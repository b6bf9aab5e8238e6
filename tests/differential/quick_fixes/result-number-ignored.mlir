func.func @others(%img: memref<8x8xf32>) {
  %0:3 = "get.point"() : () -> (index, index, index)
  %x = affine.load %img[%0#1, %0] : memref<8x8xf32>
  affine.for %i = 0 to 8 {
    affine.store %x, %img[%0#2, %i] : memref<8x8xf32>
    "use.value"(%0, %0#0) : (index, index) -> ()
  }
  return
}
