func.func @types(%x: f32, %n: index) {
  %r:2 = affine.for %i = 0 to 8 iter_args(%a = %x, %b = %n) -> (f32, index) {
    affine.yield %a, %b : f32
  }
  return
}
