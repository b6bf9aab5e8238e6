func.func @places(%n: index, %buf: memref<8xf32>) {
  affine.for %i = 0 to %n + 2 {
    %0 = affine.apply affine_map<(d0) -> (d0)>(%i + 1)
    %x = memref.load %buf[%i + 1] : memref<8xf32>
    %y = affine.linearize_index [%i - 1, %i] by (4, 2) : index
  }
  return
}
