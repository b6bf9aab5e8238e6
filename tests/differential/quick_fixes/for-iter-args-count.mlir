func.func @one_line(%zero: f32, %one: index) {
  affine.for %i = 0 to 8 iter_args(%a = %zero, %b = %one) -> () {}
  return
}
// -----
func.func @unused(%zero: f32) -> f32 {
  %r = affine.for %i = 0 to 8 iter_args(%a = %zero, %b = %zero, %c = %zero) -> (f32) {
    affine.yield %a : f32
  }
  return %r : f32
}
// -----
// Nobody knows what is meant: the body uses the second value.
func.func @used(%zero: f32) -> f32 {
  %r = affine.for %i = 0 to 8 iter_args(%a = %zero, %b = %zero) -> (f32) {
    %sum = arith.addf %a, %b : f32
    affine.yield %sum : f32
  }
  return %r : f32
}
