func.func @integer(%a: i32) -> i32 {
  %0 = "arith.mul"(%a, %a) : (i32, i32) -> i32
  return %0 : i32
}
// -----
func.func @function(%a: f32) -> f32 {
  %0 = "math.sqr"(%a) : (f32) -> f32
  return %0 : f32
}
