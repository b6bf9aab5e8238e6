func.func @used() -> i32 {
  %c = arith.constant true : i32
  return %c : i32
}
// -----
func.func @negative() -> f32 {
  %c = arith.constant -1 : f32
  return %c : f32
}
// -----
func.func @whole() -> i32 {
  %c = arith.constant -2.0 : i32
  return %c : i32
}
// -----
// A value that nobody writes with its type again.
func.func @signed() {
  %c = arith.constant 1 : ui8
  return
}
