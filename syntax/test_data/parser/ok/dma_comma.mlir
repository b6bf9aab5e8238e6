// The comma before a stride that is not there.
func.func @dma(%a: memref<4xf32>, %b: memref<4xf32, 2>, %t: memref<1xi32>, %n: index) {
  affine.dma_start %a[%n], %b[%n], %t[%n], %n,
      : memref<4xf32>, memref<4xf32, 2>, memref<1xi32>
  memref.dma_start %a[%n], %b[%n], %n, %t[%n], : memref<4xf32>, memref<4xf32, 2>, memref<1xi32>
  return
}
