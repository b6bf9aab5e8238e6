func.func @nested(%m: memref<?xf32>) {
  affine.for %i = 0 to 8 {
    %0 = affine.apply affine_map<(d0) -> (d0 * 2 floordiv -3 + 1)>(%i)
    %x = affine.load %m[(%i + 1) floordiv -2 mod 3 - %i ceildiv -4] : memref<?xf32>
    "use.value"(%0, %x) : (index, f32) -> ()
  }
  return
}
