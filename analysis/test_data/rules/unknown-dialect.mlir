func.func @old_name(%a: f32) {
  %0 = std.addf %a, %a : f32 // ERROR unknown-dialect
  return
}
// -----
func.func @quoted(%n: index) {
  "my_dialect.step"(%n) : (index) -> ()
  return
}
// -----
func.func @new_name(%a: f32) {
  %0 = arith.addf %a, %a : f32
  return
}
