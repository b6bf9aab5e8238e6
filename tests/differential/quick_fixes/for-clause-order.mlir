func.func @behind(%zero: f32) {
  %r = affine.for %i = 0 to 8 iter_args(%a = %zero) -> (f32) step 2 {
    affine.yield %a : f32
  }
  return
}
