func.func @types(f32, index) -> f32 {
  %x = arith.constant 1.0 : f32
  return %x : f32
}
// -----
func.func name() {
  return
}
